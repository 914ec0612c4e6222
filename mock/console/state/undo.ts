// Undo and redo of what this tab did. Each step is a snapshot, so going back also takes back what others did since: then
// the console says what that is, and asks.
import { signal } from '@preact/signals'
import { ask, control, Refused } from '../calls/call.ts'
import { workspaceId } from '../routes.ts'
import { stored } from './stored.ts'
import { say } from './toasts.ts'

export interface Step {
  readonly workspace: string
  /** What was done, such as `Approved FIN-9`. */
  readonly said: string
  /** The snapshot of how it was before. */
  readonly snapshot: string
  /** The newest exchange at that time. */
  readonly after: string | null
}

/** What somebody else did since a step: a call, or an act of another console. */
export interface ForeignAct {
  readonly text: string
  /** The exchange, for a call. */
  readonly exchange?: string
}

const MAX_STEPS = 20

interface Steps {
  readonly done: readonly Step[]
  /** Steps back to how it was before something was undone. */
  readonly undone: readonly (Step & { readonly of: Step })[]
  readonly own: readonly string[]
}

/** The steps of this tab, which survive a reload. */
const steps = stored<Steps>('sessionStorage', 'steps', { done: [], undone: [], own: [] })

function store(change: Partial<Steps>): void {
  steps.value = { ...steps.value, ...change }
}

const ofWorkspace = ({ workspace }: Step) => workspace === workspaceId.value

/** The steps in the workspace shown that can be undone, the newest last. */
export const doneSteps = () => steps.value.done.filter(ofWorkspace)
/** Those that can be redone, the next one last. */
export const undoneSteps = () => steps.value.undone.filter(ofWorkspace)

/** What waits for an answer: whether to go back although others' acts are lost. */
export interface UndoQuestion {
  readonly said: string
  readonly others: readonly ForeignAct[]
  readonly answer: (isWanted: boolean) => void
}

export const undoQuestion = signal<UndoQuestion | null>(null)

/** A step back to how the workspace is now. */
export async function stepBefore(workspace: string, said: string): Promise<Step> {
  const path = { workspace_id: workspace }
  const newest = await ask(control('listExchanges', { path, query: { limit: 1, console: true } }))
  const body = { name: said.slice(0, 100), automatic: true }
  const { id } = await ask(control('saveSnapshot', { path, body }))
  return { workspace, said, snapshot: id, after: newest.data.at(-1)?.id ?? null }
}

export function addStep(step: Step): void {
  store({ done: [...steps.value.done, step].slice(-MAX_STEPS), undone: [] })
}

/** Remembers a call as this tab's own. */
export function ownExchange(id: string | null): void {
  if (id !== null) store({ own: [...steps.value.own, id].slice(-200) })
}

export async function forget({ workspace, snapshot }: Step): Promise<void> {
  await ask(control('deleteSnapshot', { path: { workspace_id: workspace, snapshot_id: snapshot } })).catch(
    () => {},
  )
}

let working = Promise.resolve()

/** One after the other, so that two quick ones undo two acts. A step stays until it is taken, or its snapshot is gone. */
function soon<Taken extends Step>(
  next: () => Taken | undefined,
  nothing: string,
  act: (step: Taken) => Promise<void>,
): Promise<void> {
  working = working
    .then(async () => {
      const step = next()
      if (!step) return say(nothing)
      await act(step).catch((error: unknown) => {
        if (!(error instanceof Refused && error.status === 404)) throw error
        drop(step)
        say('That is no longer kept.', { isError: true })
      })
    })
    .catch((error: unknown) => say(error instanceof Error ? error.message : String(error), { isError: true }))
  return working
}

export const undo = () =>
  soon(
    () => doneSteps().at(-1),
    'There is nothing to undo.',
    async step => {
      if (!(await isWanted(step, `Undo: ${step.said}`))) return
      const back = await stepBefore(step.workspace, `Undone: ${step.said}`)
      await restore(step).catch(async (error: unknown) => {
        await forget(back)
        throw error
      })
      drop(step)
      store({ undone: [...steps.value.undone, { ...back, of: step }] })
      say(`Undone: ${step.said}.`)
    },
  )

export const redo = () =>
  soon(
    () => undoneSteps().at(-1),
    'There is nothing to redo.',
    async back => {
      if (!(await isWanted(back, `Redo: ${back.of.said}`))) return
      await restore(back)
      drop(back)
      await forget(back)
      store({ done: [...steps.value.done, back.of] })
      say(`Done again: ${back.of.said}.`)
    },
  )

async function restore({ workspace, snapshot }: Step): Promise<void> {
  await ask(control('restoreSnapshot', { path: { workspace_id: workspace, snapshot_id: snapshot } }))
}

function drop({ snapshot }: Step): void {
  const isOther = (one: Step) => one.snapshot !== snapshot
  store({ done: steps.value.done.filter(isOther), undone: steps.value.undone.filter(isOther) })
}

async function isWanted(step: Step, said: string): Promise<boolean> {
  const others = await foreignActs(step)
  if (others.length === 0) return true
  return new Promise(resolve => {
    undoQuestion.value = {
      said,
      others,
      answer: isWanted => {
        undoQuestion.value = null
        resolve(isWanted)
      },
    }
  })
}

/** What others changed since a step. */
async function foreignActs({ workspace, after, snapshot }: Step): Promise<ForeignAct[]> {
  const path = { workspace_id: workspace }
  const { done, undone, own } = steps.value
  const since = after === null ? {} : { since: after }
  const calls = await ask(control('listExchanges', { path, query: { console: true, ...since } }))
  const snapshots = await ask(control('listSnapshots', { path, query: { automatic: true } }))
  const known = new Set([...done, ...undone, ...undone.map(back => back.of)].map(one => one.snapshot))
  const at = snapshots.data.findIndex(({ id }) => id === snapshot)
  if (at < 0) throw new Refused(404, 'not_found', `There is no snapshot ${snapshot}.`, null)
  const later = snapshots.data.slice(at + 1)
  return [
    ...calls.data
      .filter(({ id, method, status }) => method !== 'GET' && status < 400 && !own.includes(id))
      .map(({ id, method, path, key }) => ({ text: `${method} ${path} (${key ?? 'no key'})`, exchange: id })),
    ...later.filter(({ id }) => !known.has(id)).map(({ name }) => ({ text: `${name} (in another console)` })),
  ]
}
