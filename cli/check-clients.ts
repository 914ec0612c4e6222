// `agent-work mock --check`: whether clients would work on a mock with these settings. Their usage is compared with its
// contract, and their calls are made with made-up values, on a mock with the default answers, too.
import {
  bodySchemaOf,
  compareContracts,
  document,
  operations,
  ownContract,
  parametersOf,
  propertiesOf,
  rightRequest,
  rightValues,
  type Schema,
} from '#openapi'
import { type OperationUsage, readUsages, type Touch, touchOf, type Usage, worstOf } from '#openapi/usage'
import { mockOptions, type ReadSettings } from '../mock/cli/options.ts'
import { contractFor, type MockOptions, type MockWorkspace, startMock } from '../mock/index.ts'
import { rowsNamed } from '../mock/world/resource-rows.ts'

/** Statuses that refuse the request itself, and not because of what there is. */
const REFUSED = [400, 401, 403, 405, 415, 422]

/** Prints what becomes of each client; returns 1 if one breaks or may break. */
export async function checkClients(
  path: string,
  settings: ReadSettings,
  print: (line: string) => void,
): Promise<number> {
  const usages = await readUsages(path)
  const { keep: _, twin, profile, vary, ...common } = mockOptions(settings)
  const shared: MockOptions = {
    clock: { frozen: '2026-11-20T09:00:00Z' },
    ...common,
    port: 0,
    console: false,
  }
  await using usual = await startMock(shared)
  await using checked = await startMock({
    ...shared,
    ...(twin && { twin }),
    profile: profile ?? {},
    vary: vary ?? false,
  })
  // With --contract, both mocks serve the edited one, so that only the comparison shows what it breaks.
  const changes = compareContracts(ownContract, contractFor(checked.demo.workspace.profile))
  let isBroken = false
  for (const usage of usages) {
    const { touches: replayed, count } = await replay(usage, usual.demo, checked.demo)
    const touches = [...replayed, ...changes.flatMap(change => touchOf(change, usage) ?? [])]
    const impact = worstOf(touches.map(one => one.impact))
    isBroken ||= impact === 'breaks' || impact === 'may break'
    const all = Object.keys(usage.operations).length
    print(
      `${usage.client}: ${impact === 'unaffected' ? 'works' : impact}; ${count} of ${all} operations were called with made-up values.`,
    )
    for (const [call, own] of Map.groupBy(touches, ({ call }) => call)) {
      const worst = worstOf(own.map(one => one.impact))
      const [first] = own.filter(one => one.impact === worst)
      const more = own.length === 1 ? '' : ` (and ${own.length - 1} more)`
      print(`  ${worst}: ${call}: ${first?.sees}${more}`)
    }
  }
  return isBroken ? 1 : 0
}

/** Calls that only the mock that is checked refuses. Those that the other refuses, too, show nothing. */
async function replay(usage: Usage, usual: MockWorkspace, checked: MockWorkspace) {
  const touches: Touch[] = []
  let count = 0
  const known = Object.entries(usage.operations).flatMap(([id, use]) => {
    const row = Object.hasOwn(operations, id) ? operations[id as keyof typeof operations] : undefined
    if (row) return [{ row, use }]
    const sees = 'the contract has no such operation'
    touches.push({ client: usage.client, impact: 'breaks', call: id, sees })
    return []
  })
  // What is deleted cannot be read later.
  const last = ({ row }: (typeof known)[number]) => (row.method === 'DELETE' ? 1 : 0)
  for (const { row, use } of known.toSorted((a, b) => last(a) - last(b))) {
    const [before, now] = [await called(row.id, use, usual), await called(row.id, use, checked)]
    if (before >= 300) continue
    count += 1
    const call = `${row.id} (${row.method} ${row.path})`
    const sees = `${now} in place of ${before}, with made-up values`
    if (REFUSED.includes(now)) touches.push({ client: usage.client, impact: 'breaks', call, sees })
  }
  return { touches, count }
}

/** The status of a call with everything that the client sends. */
async function called(id: keyof typeof operations, use: OperationUsage, at: MockWorkspace): Promise<number> {
  const row = operations[id]
  // The newest thing of each kind.
  const names = (kind: string) => (rowsNamed(at.workspace.tables, kind) ?? []).slice(-1).map(({ id }) => id)
  const { path, body } = rightRequest(row, { document, names })
  const sends = use.sends === 'unknown' ? {} : use.sends
  const valueAt = (place: string, schema: Schema, name: string) => {
    const { words = [], kinds = [] } = sends[place] ?? {}
    const values = rightValues(document, schema, name, names)
    return (
      words[0] ?? values.find(value => kinds.includes(value === null ? 'null' : typeof value)) ?? values[0]
    )
  }
  const query = new URLSearchParams(sends['query *'] ? { undeclared: 'text' } : {})
  for (const { in: where, name, schema } of parametersOf(document, row))
    if (where === 'query' && sends[`query ${name}`])
      query.set(name, String(valueAt(`query ${name}`, schema, name)))
  const members = Object.entries(propertiesOf(document, bodySchemaOf(document, row) ?? {}))
    .filter(([name]) => sends[`body.${name}`])
    .map(([name, schema]) => [name, valueAt(`body.${name}`, schema, name)])
  if (sends['body.*']) members.push(['undeclared', 'text'])
  const sent: unknown = members.length > 0 ? Object.fromEntries(members) : body
  const response = await fetch(`${at.url}${path}?${query}`, {
    method: row.method,
    headers: { authorization: `Bearer ${at.keys.admin}`, 'content-type': 'application/json' },
    ...(sent !== undefined && row.requestBody && { body: JSON.stringify(sent) }),
  })
  await response.body?.cancel()
  return response.status
}
