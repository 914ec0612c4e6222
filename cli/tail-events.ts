// The lines of `agent-work tail`: one for each request, change of status and change of the clock.
import { styleText } from 'node:util'
import type { ClockView, ExchangeSummary, Transition } from '#mock'
import { colorOf } from '../mock/cli/log.ts'

interface Common {
  readonly workspace: string
  /** By the clock of the workspace. */
  readonly at: string
}

export type TailEvent = Common &
  (
    | { readonly kind: 'request'; readonly request: ExchangeSummary }
    | { readonly kind: 'transition'; readonly transition: Transition }
    | { readonly kind: 'clock'; readonly clock: Pick<ClockView, 'mode' | 'factor'> }
  )

export interface TailFilter {
  /** `requests`, `transitions`, `clock`; `faults` are the requests to which one was applied. */
  readonly only?: readonly string[] | undefined
  /** Such as `404` or `4xx`. */
  readonly status?: string | undefined
  /** A text that the line contains. */
  readonly match?: string | undefined
}

export const kindsShown = ['requests', 'transitions', 'clock', 'faults'] as const

export function isWanted(event: TailEvent, { only, status, match }: TailFilter): boolean {
  if (status !== undefined && !hasStatus(event, status)) return false
  if (match !== undefined && !lineOf(event).toLowerCase().includes(match.toLowerCase())) return false
  if (!only || only.includes(`${event.kind}s`) || only.includes(event.kind)) return true
  return only.includes('faults') && event.kind === 'request' && event.request.faults.length > 0
}

/** A line for a terminal. */
export function lineOf(event: TailEvent, { colors = false } = {}): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const { workspace, at } = event
  const start = `${paint('dim', at.slice(11, 19))}  ${workspace.padEnd(8)}`
  if (event.kind === 'clock') return `${start}  ${paint('cyan', clockText(event))}`
  if (event.kind === 'transition') return `${start}  ${paint('cyan', plain(event.transition.says))}`
  const { id, method, path, status, key, refusal, faults, open, broken_off } = event.request
  const notes = [
    refusal?.code,
    ...faults.map(({ effect }) => `fault: ${effect}`),
    broken_off ? 'broken off' : open && 'open',
  ].filter(Boolean)
  const shown = paint(colorOf(status), status === 0 ? '---' : String(status))
  const more = notes.length === 0 ? '' : `  ${notes.join(', ')}`
  return `${start}  ${shown} ${plain(`${method} ${path}`)}  ${paint('dim', `${key ?? 'no key'}  ${id}`)}${more}`
}

function clockText({ at, clock: { mode, factor } }: TailEvent & { kind: 'clock' }): string {
  const how =
    mode === 'scaled' ? `passes ${factor} times as fast` : mode === 'frozen' ? 'is frozen' : 'is real'
  return `The clock ${how}; it is ${at}.`
}

function hasStatus(event: TailEvent, wanted: string): boolean {
  if (event.kind !== 'request') return false
  const status = String(event.request.status)
  return [...wanted.toLowerCase()].every((digit, index) => digit === 'x' || status[index] === digit)
}

/** Removes control characters of terminals. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}
