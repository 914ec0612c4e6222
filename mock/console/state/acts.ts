// Actions. Each is a public call, with a snapshot before it for Undo, and a note with the call as code after it.
import { signal } from '@preact/signals'
import { bodyOf, type Call, make, Refused } from '../calls/call.ts'
import { href, workspaceId } from '../routes.ts'
import { say, type ToastLine } from './toasts.ts'
import { addStep, forget, ownExchange, stepBefore, undo } from './undo.ts'

/** The newest actions first; the palette copies them as curl. */
export const lastActs = signal<readonly { readonly said: string; readonly call: Call }[]>([])

export interface ActOptions<Reply> {
  /** What was done, such as `Approved FIN-9`. */
  readonly said: string | ((reply: Reply) => string)
  /** False for an action that restoring a snapshot does not revert, such as saving one. */
  readonly undo?: boolean
  readonly quiet?: boolean
  readonly link?: (reply: Reply) => { href: string; text: string } | undefined
  readonly lines?: (reply: Reply) => readonly ToastLine[]
}

/** Makes a call and throws its refusal; for forms, which show the refusal themselves. */
export async function attempt<Reply>(call: Call<Reply>, options: ActOptions<NoInfer<Reply>>): Promise<Reply> {
  const workspace = workspaceId.value
  const name = typeof options.said === 'string' ? options.said : call.id
  const step = options.undo !== false && workspace !== null ? await stepBefore(workspace, name) : undefined
  const reply = await make(call).catch(async (error: unknown) => {
    // What was refused changed nothing, so there is nothing to undo.
    if (step) await forget(step)
    throw error
  })
  const body = await bodyOf<Reply>(reply)
  const said = typeof options.said === 'string' ? options.said : options.said(body)
  ownExchange(reply.headers.get('x-mock-exchange'))
  if (step) addStep({ ...step, said })
  lastActs.value = [{ said, call }, ...lastActs.value].slice(0, 20)
  if (!options.quiet)
    say(said, {
      call,
      link: options.link?.(body),
      lines: options.lines?.(body),
      ...(step ? { undo: () => void undo() } : {}),
    })
  return body
}

/** Makes a call. A refusal is shown as a note, and returns undefined. */
export const act = <Reply>(call: Call<Reply>, options: ActOptions<NoInfer<Reply>>) =>
  orSay(attempt(call, options), call)

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
