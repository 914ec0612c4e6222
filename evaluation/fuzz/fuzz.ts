// Fuzzing: batches of requests and of bytes that are none, each batch on a mock of its own, so that a failure is replayed
// by its seed and the number of its batch.
import { type Mock, type MockWorkspace, startMock } from '../../mock/index.ts'
import { Random } from '../../mock/simulation/random.ts'
import { type Cost, costOf, MAX_CPU_MS, TIMES_TO_BE_DEAR, tooDear } from './cost.ts'
import { anyBytes } from './malformed.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'
import { jsonOf, withIds } from './values.ts'
import { bytesOf, Wire, type WireReply } from './wire.ts'

/** A rule for every input that was broken. */
export interface FuzzProblem {
  readonly batch: number
  readonly says: string
  /** What was sent, shortened. */
  readonly input: string
}

export interface FuzzOptions {
  readonly seed: number
  readonly inputs: number
  readonly firstBatch?: number
  /** Hears of the size of each input in bytes, and of its cost. */
  readonly onInput?: (bytes: number, cost: Cost) => void
  /** Hears of each batch that is done. */
  readonly onBatch?: (batch: number, problems: readonly FuzzProblem[]) => void
}

export const BATCH = 200
const BYTES_OF_A_BATCH = 20

/** Sends inputs until there were as many as wanted; the problems that were found, in order. */
export async function fuzz({
  seed,
  inputs,
  firstBatch = 0,
  onInput,
  onBatch,
}: FuzzOptions): Promise<FuzzProblem[]> {
  const problems: FuzzProblem[] = []
  const batches = Math.ceil(inputs / BATCH)
  for (let batch = firstBatch; batch < firstBatch + batches; batch++) {
    let { found, dear } = await run(seed, batch, onInput)
    for (let time = 1; time < TIMES_TO_BE_DEAR && dear.size > 0; time++) {
      const again = await run(seed, batch, undefined, dear)
      dear = new Map([...dear].filter(([index]) => again.dear.has(index)))
    }
    found = [...found, ...dear.values()]
    problems.push(...found)
    onBatch?.(batch, found)
  }
  return problems
}

/** Sends a batch to a mock of its own; `suspects` are the inputs that were dear before. */
async function run(
  seed: number,
  batch: number,
  onInput: FuzzOptions['onInput'],
  suspects?: ReadonlyMap<number, FuzzProblem>,
) {
  const random = new Random(`${seed}/${batch}`)
  const inputs: (FuzzRequest | Buffer)[] = [
    ...Array.from({ length: BATCH - BYTES_OF_A_BATCH }, () => anyRequest(random)),
    ...Array.from({ length: BYTES_OF_A_BATCH }, () => anyBytes(random)),
  ]
  const found: FuzzProblem[] = []
  const dear = new Map<number, FuzzProblem>()
  const bugs: unknown[] = []
  const hear = (error: unknown) => void bugs.push(error)
  const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' }, onBug: hear })
  const wire = new Wire(Number(new URL(mock.url).port))
  process.on('uncaughtException', hear)
  const witness = mock.workspace()
  const before = stateOf(witness)
  let workspace = mock.workspace()
  try {
    for (const [index, input] of inputs.entries()) {
      if (!mock.registry.get(workspace.id)) workspace = mock.workspace()
      const sent = Buffer.isBuffer(input) ? input : requestBytes(input, idsOf(workspace), workspace)
      let reply: WireReply | undefined
      const cost = await costOf(async () => {
        reply = await wire.send(sent)
      }, suspects?.has(index))
      // What was begun by bytes that are no whole request must not be gone on with by the next one.
      if (sent === input) wire.close()
      onInput?.(sent.length, cost)
      const problem = (says: string): FuzzProblem => ({ batch, says, input: shown(sent) })
      const tooMuch = tooDear(cost, sent.length, MAX_CPU_MS)
      if (tooMuch) dear.set(index, problem(tooMuch))
      for (const bug of bugs.splice(0))
        found.push(problem(`a bug: ${bug instanceof Error ? bug.stack : String(bug)}`))
      if (reply && reply.status >= 500 && !isWanted(reply, mock))
        found.push(problem(`answered ${reply.status}`))
    }
    const ofAll = (says: string) => found.push({ batch, says, input: 'the whole batch' })
    if (stateOf(witness) !== before) ofAll('another workspace has changed')
    const health = await wire.send(bytesOf('GET', '/_mock/health', {}, undefined), 60_000)
    if (health?.status !== 200) ofAll('the mock no longer answers')
  } finally {
    wire.close()
    await mock.stop({ graceMs: 50 })
    process.off('uncaughtException', hear)
  }
  return { found, dear }
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

function requestBytes(
  { method, path, key, headers, body }: FuzzRequest,
  ids: (kind: string) => readonly string[],
  { keys }: MockWorkspace,
): Buffer {
  const secret = (keys as Readonly<Record<string, string>>)[key]
  const all = { ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }), ...headers }
  const text = body === undefined ? undefined : withIds(jsonOf(body), ids)
  return bytesOf(method, withIds(path, ids), all, text)
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

export function shown(sent: Buffer): string {
  const text = sent.toString()
  return text.length > 1_200 ? `${text.slice(0, 900)} … ${text.slice(-200)} (${sent.length} bytes)` : text
}
