// Requests to a mock, and bytes that are none.
import { type Mock, type MockWorkspace, startMock } from '../../mock/index.ts'
import { BATCH, type Grammar } from './grammar.ts'
import { anyBytes } from './malformed.ts'
import { anyRequest, bytesOfRequest } from './requests.ts'
import { Wire, type WireReply } from './wire.ts'

/** The last ones of a batch. */
const BYTES_OF_A_BATCH = 20

export async function requestGrammar(onBug: (bug: unknown) => void): Promise<Grammar> {
  const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' }, onBug })
  const wire = new Wire(Number(new URL(mock.url).port))
  const witness = mock.workspace()
  const before = stateOf(witness)
  let workspace = mock.workspace()
  const isRequest = (n: number) => n < BATCH - BYTES_OF_A_BATCH
  return {
    input(random, n) {
      if (!isRequest(n)) return anyBytes(random)
      if (!mock.registry.get(workspace.id)) workspace = mock.workspace()
      const request = anyRequest(random)
      const keys: Readonly<Record<string, string>> = workspace.keys
      return bytesOfRequest(request, idsOf(workspace), keys[request.key])
    },
    async take(input, n) {
      const reply = await wire.send(input)
      // What was begun by bytes that are no whole request must not be gone on with by the next one.
      if (!isRequest(n)) wire.close()
      return reply && reply.status >= 500 && !isWanted(reply, mock) ? `answered ${reply.status}` : undefined
    },
    async after() {
      return [
        ...(stateOf(witness) === before ? [] : ['another workspace has changed']),
        ...((await wire.isServed()) ? [] : ['the mock no longer answers']),
      ]
    },
    async [Symbol.asyncDispose]() {
      wire.close()
      await mock.stop({ graceMs: 50 })
    },
  }
}

/** Whether a fault that was set on purpose answers so. */
function isWanted({ exchange = '' }: WireReply, { registry }: Mock): boolean {
  const journal = registry.get(exchange.slice(0, exchange.lastIndexOf('.')))?.journal
  const found = journal?.get(exchange)
  return found === undefined ? exchange !== '' : found.faults.length > 0
}

/** What nobody else may change. */
function stateOf({ workspace, journal }: MockWorkspace): string {
  const { tables } = workspace
  const sizes = Object.entries(tables).map(([name, table]) => `${name} ${table.size}`)
  const ends = [tables.runs, tables.tasks, tables.keys].map(table => JSON.stringify(table.all().at(-1)))
  return [...sizes, ...ends, workspace.now(), journal.list().length].join('\n')
}

/** The ids that there are by now, by their kind. */
function idsOf({ id, workspace, keys }: MockWorkspace) {
  const { tables } = workspace
  const recent = (rows: readonly { readonly id: string }[]) => rows.slice(-8).map(row => row.id)
  return (kind: string): readonly string[] => {
    const table = tables[`${kind}s` as keyof typeof tables]
    switch (kind) {
      case 'key':
        return [keys.admin, ...Object.keys(keys)]
      case 'workspace':
      case 'from':
        return [id, id, 'current', 'quiet', 'empty']
      case 'ref':
      case 'task':
        return tables.tasks
          .all()
          .slice(-5)
          .flatMap(task => (kind === 'ref' ? [task.reference] : [task.id, task.reference]))
      case 'snapshot':
        return ['snap_1', 'snap_2', 'snap_3']
      case 'fault':
        return ['fault_1', 'fault_2']
      case 'exchange':
      case 'since':
        return [`${id}.1`, `${id}.20`, 'server.1']
      case 'resource':
        return [...recent(tables.runs.all()), ...recent(tables.tasks.all()), ...recent(tables.chats.all())]
      case 'assignee':
      case 'approver':
      case 'person':
      case 'by':
      case 'user':
      case 'owner':
        return ['admin', 'member', ...recent(tables.people.all()), ...recent(tables.agents.all())]
      default:
        return table && 'all' in table ? recent(table.all()) : recent(tables.runs.all())
    }
  }
}
