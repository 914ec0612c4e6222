import { basename } from 'node:path'
import { document, isFields, operations } from '#openapi'
import { requireUsage, type SeenCall, usageOf, usageText } from '#openapi/usage'
import { type Call, readCalls } from '#twin'
import { writeFile } from '../../flags/files.ts'
import { fileFlag, flag, readText } from '../../flags/flag.ts'
import { defineCommand } from '../command.ts'
import { MockProblem, runningMock, workspaceFlags } from '../running-mock.ts'

export const command = defineCommand({
  description: 'Writes what a client uses of the service (docs/clients.md).',
  flags: {
    out: fileFlag('the file to write, such as clients/billing.usage.yaml', {
      short: 'o',
      default: 'print it',
    }),
    client: flag('<name>', 'the name of the client', readText, {
      default: 'the beginning of the name of the file',
    }),
    from: fileFlag(
      'a recording or an HTTP archive in place of a running mock; then --base-url is where the service is in it',
    ),
    ...workspaceFlags,
  },
  async run({ flags }, terminal) {
    const { out, from, workspace } = flags
    const client = flags.client ?? (out === undefined ? 'client' : basename(out).replace(/\..*$/, ''))
    const mock = from === undefined ? runningMock(flags, terminal) : undefined
    const path = { workspace_id: workspace }
    const usage = mock
      ? requireUsage(await mock.call('readUsage', { path, query: { client } }), `what ${mock.url} sent`)
      : usageOf(document, {
          client,
          calls: readCalls(from ?? '', flags['base-url']).calls.map(seenCall),
          complete: true,
        })
    const count = Object.keys(usage.operations).length
    if (count === 0)
      throw new MockProblem(
        `No call of an operation was seen in ${from ?? `the workspace ${workspace}`}; let the client run first.`,
      )
    if (!usage.complete) terminal.note('The journal has dropped exchanges, so the file says complete: false.')
    const text = await usageText(usage)
    if (out === undefined) terminal.out(text.trimEnd())
    else {
      writeFile(out, text, { isPublic: true })
      terminal.out(
        `Wrote ${out}: what ${client} uses of ${count === 1 ? '1 operation' : `${count} operations`}.`,
      )
    }
    return 0
  },
})

function seenCall({ operation, query, headers, body = '', status, json }: Call): SeenCall {
  const error = isFields(json) && isFields(json.error) ? json.error : {}
  return {
    operation: operation && operations[operation],
    query,
    requestHeaders: Object.entries(headers).flat(),
    requestText: body,
    status,
    refusal: typeof error.code === 'string' ? { code: error.code } : undefined,
  }
}
