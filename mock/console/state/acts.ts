// Actions. Each is a public call, with a snapshot before it for Undo, and a note with the call as code after it.
import { signal } from '@preact/signals'
import { askControl, bodyOf, type Call, control, make, Refused, service } from '../calls/call.ts'
import type { Control, ControlId, Given, Service, ServiceId, Wanted } from '../calls/types.ts'
import { href, place } from '../routes.ts'
import { workspaceId } from './live.ts'
import { say } from './toasts.ts'

/** The newest actions first; the palette copies them as curl. */
export const lastActs = signal<readonly { readonly said: string; readonly call: Call }[]>([])

export interface ActOptions<Reply> {
  /** What was done, such as `Approved FIN-9`. */
  readonly said: string | ((reply: Reply) => string)
  /** False for an action that restoring a snapshot does not revert, such as saving one. */
  readonly undo?: boolean
  readonly quiet?: boolean
  readonly link?: (reply: Reply) => { href: string; text: string } | undefined
  readonly lines?: (reply: Reply) => readonly string[]
}

/** The key that calls of the service are made with by default: the one that the console reads with, or the admin's. */
export function actor(): string {
  return place.value.query.get('as') ?? 'admin'
}

/** Makes a call of the service as a key of the workspace; see `act`. */
export function actService<Id extends ServiceId>(
  id: Id,
  wanted: Wanted<Service[Id]>,
  options: ActOptions<Given<Service[Id]>> & { as?: string },
): Promise<Given<Service[Id]> | undefined> {
  const key = options.as ?? actor()
  return act(service(id, wanted, `${workspaceId.value}/${key}`), options)
}

export function actControl<Id extends ControlId>(
  id: Id,
  wanted: Wanted<Control[Id]>,
  options: ActOptions<Given<Control[Id]>>,
): Promise<Given<Control[Id]> | undefined> {
  return act(control(id, wanted), options)
}

/** Makes a call and throws its refusal; for forms, which show the refusal themselves. */
export async function attempt<Reply>(call: Call, options: ActOptions<Reply>): Promise<Reply> {
  const workspace = workspaceId.value
  const text = (reply: Reply) => (typeof options.said === 'string' ? options.said : options.said(reply))
  const name = typeof options.said === 'string' ? options.said : call.id
  if (options.undo !== false && workspace !== null)
    await askControl('saveSnapshot', {
      path: { workspace_id: workspace },
      body: { name: name.slice(0, 100), automatic: true },
    })
  const reply = await make(call).then(bodyOf<Reply>)
  const said = text(reply)
  lastActs.value = [{ said, call }, ...lastActs.value].slice(0, 20)
  if (!options.quiet)
    say(said, {
      call,
      link: options.link?.(reply),
      lines: options.lines?.(reply),
      ...(options.undo === false ? {} : { undo: () => void undo() }),
    })
  return reply
}

/** Makes a call. A refusal is shown as a note, and returns undefined. */
export async function act<Reply>(call: Call, options: ActOptions<Reply>): Promise<Reply | undefined> {
  try {
    return await attempt(call, options)
  } catch (error) {
    sayRefused(error, call)
    return undefined
  }
}

export function sayRefused(error: unknown, call?: Call): void {
  const workspace = workspaceId.value
  const exchange = error instanceof Refused ? error.exchange : null
  say(error instanceof Error ? error.message : String(error), {
    isError: true,
    call,
    link: exchange && workspace ? { href: href([workspace, 'journal', exchange]), text: 'Why' } : undefined,
  })
}

/** The last action that can be undone, and how many calls of the client restoring its snapshot also reverts. */
export async function lastUndo() {
  const workspace_id = workspaceId.value
  if (workspace_id === null) return undefined
  const { data } = await askControl('listSnapshots', { path: { workspace_id }, query: { automatic: true } })
  const snapshot = data.at(-1)
  if (!snapshot) return undefined
  const since = await askControl('listExchanges', { path: { workspace_id }, query: { since: snapshot.at } })
  const clients = since.data.filter(({ method, console }) => !console && method !== 'GET').length
  return { snapshot, clients, more: data.length - 1 }
}

let undoing = Promise.resolve()

/** Undoes the last action. One call after the other, so that two quick ones undo two actions. */
export function undo(): Promise<void> {
  undoing = undoing.then(undoLast)
  return undoing
}

async function undoLast(): Promise<void> {
  const workspace_id = workspaceId.value
  const last = await lastUndo().catch(() => undefined)
  if (!last || workspace_id === null) {
    say('There is nothing to undo.')
    return
  }
  const { snapshot, clients } = last
  const path = { workspace_id, snapshot_id: snapshot.id }
  try {
    await askControl('restoreSnapshot', { path })
    await askControl('deleteSnapshot', { path })
  } catch (error) {
    sayRefused(error)
    return
  }
  const others =
    clients === 0 ? '' : ` This also took back ${clients} ${clients === 1 ? 'call' : 'calls'} of your client.`
  say(`Undone: ${snapshot.name}.${others}`)
}
