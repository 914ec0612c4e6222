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
    const found = await problemsOf(seed, batch, onInput)
    problems.push(...found)
    onBatch?.(batch, found)
  }
  return problems
}

async function problemsOf(
  seed: number,
  batch: number,
  onInput: FuzzOptions['onInput'],
): Promise<FuzzProblem[]> {
  let { problems, dear } = await new Batch(seed, batch, onInput).run()
  for (let time = 1; time < TIMES_TO_BE_DEAR && dear.size > 0; time++) {
    const again = await new Batch(seed, batch, undefined, true).run()
    dear = new Map([...dear].filter(([index]) => again.dear.has(index)))
  }
  return [...problems, ...dear.values()]
}

type Input = { readonly request: FuzzRequest } | { readonly bytes: Buffer }

class Batch {
  readonly #number: number
  readonly #inputs: readonly Input[]
  readonly #problems: FuzzProblem[] = []
  readonly #dear = new Map<number, FuzzProblem>()
  readonly #bugs: unknown[] = []
  readonly #onInput: FuzzOptions['onInput']
  readonly #isAgain: boolean

  constructor(seed: number, number: number, onInput?: FuzzOptions['onInput'], isAgain = false) {
    this.#number = number
    this.#onInput = onInput
    this.#isAgain = isAgain
    const random = new Random(`${seed}/${number}`)
    const sent = Array.from({ length: BATCH - BYTES_OF_A_BATCH }, () => ({ request: anyRequest(random) }))
    const noise = Array.from({ length: BYTES_OF_A_BATCH }, () => ({ bytes: anyBytes(random) }))
    this.#inputs = [...sent, ...noise]
  }

  async run(): Promise<{ problems: FuzzProblem[]; dear: Map<number, FuzzProblem> }> {
    const mock = await startMock({
      clock: { frozen: '2026-11-20T09:00:00Z' },
      onBug: error => void this.#bugs.push(error),
    })
    const wire = new Wire(Number(new URL(mock.url).port))
    const uncaught = (error: unknown) => void this.#bugs.push(error)
    process.on('uncaughtException', uncaught)
    const witness = mock.workspace()
    const before = stateOf(witness)
    let workspace = mock.workspace()
    try {
      for (const [index, input] of this.#inputs.entries()) {
        if (!mock.registry.get(workspace.id)) workspace = mock.workspace()
        await this.#send(index, input, wire, mock, workspace)
      }
      if (stateOf(witness) !== before) this.#report('another workspace has changed', 'the whole batch')
      const health = await wire.send(bytesOf('GET', '/_mock/health', {}, undefined), 60_000)
      if (health?.status !== 200) this.#report('the mock no longer answers', 'the whole batch')
    } finally {
      wire.close()
      await mock.stop({ graceMs: 50 })
      process.off('uncaughtException', uncaught)
    }
    return { problems: this.#problems, dear: this.#dear }
  }

  async #send(index: number, input: Input, wire: Wire, mock: Mock, workspace: MockWorkspace): Promise<void> {
    const ids = idsOf(workspace)
    const sent = 'bytes' in input ? input.bytes : requestBytes(input.request, ids, workspace)
    let reply: WireReply | undefined
    const cost = await costOf(async () => {
      reply = await wire.send(sent)
    }, this.#isAgain)
    // What was begun by bytes that are no whole request must not be gone on with by the next one.
    if ('bytes' in input) wire.close()
    this.#onInput?.(sent.length, cost)
    const dear = tooDear(cost, sent.length, MAX_CPU_MS)
    if (dear) this.#dear.set(index, this.#problem(dear, shown(sent)))
    for (const bug of this.#bugs.splice(0))
      this.#report(`a bug: ${bug instanceof Error ? bug.stack : String(bug)}`, shown(sent))
    if (reply && reply.status >= 500 && !isWanted(reply, mock))
      this.#report(`answered ${reply.status}`, shown(sent))
  }

  #report(says: string, input: string): void {
    this.#problems.push(this.#problem(says, input))
  }

  #problem(says: string, input: string): FuzzProblem {
    return { batch: this.#number, says, input }
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
  const { tables, ledger } = workspace
  const sizes = Object.entries(tables).map(([name, table]) => `${name} ${table.size}`)
  const ends = [tables.runs, tables.tasks, tables.keys].map(table => JSON.stringify(table.all().at(-1)))
  return [...sizes, ...ends, ledger.size, workspace.now(), journal.list().length].join('\n')
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
