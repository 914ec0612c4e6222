// Actions. Each is a public call, with a snapshot before it for Undo, and a note with the call as code after it.
import { signal } from '@preact/signals'
import { bodyOf, type Call, make, Refused } from '../calls/call.ts'
import type { ControlId } from '../calls/types.ts'
import { href, workspaceId } from '../routes.ts'
import { say, type ToastLine } from './toasts.ts'
import { addStep, forget, ownExchange, stepBefore, undo } from './undo.ts'

/** The newest actions first; the palette copies them as curl. */
export const lastActs = signal<readonly { readonly said: string; readonly call: Call }[]>([])

/** What was done, such as `Approved FIN-9`. */
export type Said<Reply> = string | ((reply: Reply) => string)

interface NoteOptions<Reply> {
  readonly quiet?: boolean
  readonly link?: (reply: Reply) => { href: string; text: string } | undefined
  readonly lines?: (reply: Reply) => readonly ToastLine[]
}

/** Restoring a snapshot does not revert these. */
const lasting: readonly string[] = [
  'addFault',
  'removeFault',
  'clearFaults',
  'saveSnapshot',
  'deleteSnapshot',
  'clearJournal',
  'createWorkspace',
  'startConformanceRun',
  'stopConformanceRun',
] satisfies ControlId[]

/** Makes a call and throws its refusal; for forms, which show the refusal themselves. */
export async function attempt<Reply>(
  call: Call<Reply>,
  text: Said<NoInfer<Reply>>,
  { quiet = false, link, lines }: NoteOptions<NoInfer<Reply>> = {},
): Promise<Reply> {
  const workspace = workspaceId.value
  const name = typeof text === 'string' ? text : call.id
  const step = workspace === null || lasting.includes(call.id) ? undefined : await stepBefore(workspace, name)
  const reply = await make(call).catch(async (error: unknown) => {
    // What was refused changed nothing, so there is nothing to undo.
    if (step) await forget(step)
    throw error
  })
  const body = await bodyOf<Reply>(reply)
  const said = typeof text === 'string' ? text : text(body)
  ownExchange(reply.headers.get('x-mock-exchange'))
  if (step) addStep({ ...step, said })
  lastActs.value = [{ said, call }, ...lastActs.value].slice(0, 20)
  if (!quiet) say(said, { call, link: link?.(body), lines: lines?.(body), undo: step && (() => void undo()) })
  return body
}

/** Makes a call. A refusal is shown as a note, and returns undefined. */
export const act = <Reply>(
  call: Call<Reply>,
  said: Said<NoInfer<Reply>>,
  more?: NoteOptions<NoInfer<Reply>>,
) => orSay(attempt(call, said, more), call)

/** What an action comes to; a refusal is shown as a note, and returns undefined. */
export function orSay<Result>(done: Promise<Result>, call?: Call): Promise<Result | undefined> {
  return done.catch((error: unknown) => {
    const exchange = error instanceof Refused && workspaceId.value ? error.exchange : null
    say(error instanceof Error ? error.message : String(error), {
      isError: true,
      call,
      link: exchange ? { href: href(['journal', exchange]), text: 'Why' } : undefined,
    })
    return undefined
  })
}
