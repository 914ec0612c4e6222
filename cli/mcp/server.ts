import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import type { ValuesOf } from '../../flags/flag.ts'
import { ownVersion } from '../../mock/version.ts'
import type { Terminal } from '../command.ts'
import { type mockFlags, UncertainMock } from '../running-mock.ts'
import { openSession } from './session.ts'
import { shortText } from './short-text.ts'
import { tools } from './tools.ts'

const INSTRUCTIONS = `The Agent Work Service is an HTTP API: a workspace in which AI agents do work. With these tools you can
build and debug a client against a mock of it, and check a deployment. Typical order: start_mock (or use the one that
runs), create_workspace, call_service or the client under test, advance_clock, then read_journal and explain_exchange for
what was refused. describe_operation has the contract; replies are short unless you ask for more. Agents follow scripts: the input value mock_script of a run provokes any outcome, such as
"work 5s; ask Which price list?; finish Used {{answer}}.".`

const OWN_MOCK =
  'These addresses are given to agent-work mcp; start_mock starts a mock for this session instead.'

const more = z.boolean().default(false).describe('The whole reply; otherwise at most 1 kB of it')

/** Serves the tools until standard input ends. */
export async function serveMcp(
  flags: ValuesOf<typeof mockFlags>,
  terminal: Terminal,
  targetEnv: Terminal['env'],
): Promise<void> {
  const session = openSession(flags, { ...terminal, note: () => {} }, targetEnv)
  const server = new McpServer({ name: 'agent-work', version: ownVersion() }, { instructions: INSTRUCTIONS })
  for (const [name, { title, description, input, readOnly = false, run }] of Object.entries(tools))
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: z.strictObject({ ...input, more }),
        annotations: { readOnlyHint: readOnly },
      },
      async ({ more, ...given }: { more?: boolean }) => {
        try {
          const result = await run(given as never, session)
          const text = more ? JSON.stringify(result ?? 'done') : shortText(result ?? 'done')
          return { content: [{ type: 'text' as const, text }] }
        } catch (error) {
          // The message says what to do, so the assistant can correct its call.
          const message = error instanceof Error ? error.message : String(error)
          const text = error instanceof UncertainMock ? `${message}\n${OWN_MOCK}` : message
          return { content: [{ type: 'text' as const, text }], isError: true }
        }
      },
    )
  const ended = new Promise<void>(resolve => {
    server.server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  await ended
  await session.stop()
}
