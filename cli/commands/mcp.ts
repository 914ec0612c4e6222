import { UsageError } from '../../flags/flag.ts'
import { defineCommand } from '../command.ts'
import { mockFlags } from '../running-mock.ts'

export const command = defineCommand({
  description:
    'Serves the mock and the suite to coding assistants, by the Model Context Protocol on standard input and output. Without a mock that runs here, the assistant starts one.',
  flags: mockFlags,
  notes: `It needs two packages beside agent-work. In the settings of an assistant:
  npx -y -p agent-work -p @modelcontextprotocol/sdk -p zod agent-work mcp`,
  async run({ flags }, terminal) {
    const { serveMcp } = await import('../mcp/server.ts').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
      throw new UsageError(
        'this command needs two more packages: npm install @modelcontextprotocol/sdk zod (or -p, as the help shows).',
      )
    })
    await serveMcp(flags, terminal)
    return 0
  },
})
