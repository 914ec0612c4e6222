import { flag, readText, UsageError } from '../../flags/flag.ts'
import { defineCommand } from '../command.ts'
import { mockFlags } from '../running-mock.ts'

export const command = defineCommand({
  description:
    'Serves mock and suite to coding assistants, by the Model Context Protocol (docs/assistants.md).',
  flags: {
    ...mockFlags,
    'target-env': flag(
      '<list>',
      'variables that a target file of run_conformance may name, such as ADMIN_KEY,MEMBER_KEY',
      readText,
      { default: 'none' },
    ),
  },
  notes: `It needs two packages beside agent-work:
  npm install @modelcontextprotocol/sdk zod
In the settings of an assistant:
  npx --no agent-work mcp`,
  async run({ flags }, terminal) {
    const { serveMcp } = await import('../mcp/server.ts').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
      throw new UsageError('this command needs two more packages: npm install @modelcontextprotocol/sdk zod')
    })
    const allowed = flags['target-env']?.split(',') ?? []
    const targetEnv = Object.fromEntries(allowed.map(name => [name, terminal.env[name]]))
    await serveMcp(flags, terminal, targetEnv)
    return 0
  },
})
