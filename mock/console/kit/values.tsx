// Single values as people read them: times, lengths of time, money, ids, statuses, people.
import type { ComponentChildren } from 'preact'
import { now } from '../state/live.ts'
import { inUtc } from '../state/settings.ts'
import { copy } from './code.tsx'

const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const euroFine = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
})
const count = new Intl.NumberFormat('en-IE')
const compact = new Intl.NumberFormat('en-IE', { notation: 'compact', maximumFractionDigits: 1 })

/** An amount in cents, such as a balance or a sum over days. */
export function moneyText(euros: number): string {
  return euros !== 0 && Math.abs(euros) < 0.005 ? '<\u2009€0.01' : euro.format(euros)
}

/** What a run or a step costs, which is often less than a cent: always with as many digits, so that they compare. */
export function costText(euros: number): string {
  return euroFine.format(euros)
}

export function countText(value: number): string {
  return count.format(value)
}

/** Such as `1 step` and `1,200 steps`. */
export function counted(value: number, noun: string): string {
  return `${count.format(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** Such as 1.2M; the whole number is in the tooltip. */
export function Compact({ value }: { value: number }) {
  return (
    <span class="number" title={count.format(value)}>
      {value < 10_000 ? count.format(value) : compact.format(value)}
    </span>
  )
}

export function percentText(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** A length of time: 3.2 s, 4 min 5 s, 2 h 10 min, 3 days. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  if (whole < 3_600) return `${Math.floor(whole / 60)} min${whole % 60 ? ` ${whole % 60} s` : ''}`
  if (whole < 86_400)
    return `${Math.floor(whole / 3_600)} h${Math.floor((whole % 3_600) / 60) ? ` ${Math.floor((whole % 3_600) / 60)} min` : ''}`
  return counted(Math.round(whole / 86_400), 'day')
}

const zone = () => (inUtc.value ? 'UTC' : undefined)
const formats = new Map<string, Intl.DateTimeFormat>()

function format(at: number | Date, options: Intl.DateTimeFormatOptions, timeZone = zone()): string {
  const name = JSON.stringify(options) + timeZone
  let found = formats.get(name)
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone ? { timeZone } : {}) })
    formats.set(name, found)
  }
  return found.format(at)
}

const clockTime = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const dayMonth = { day: 'numeric', month: 'short' } as const

export const timeText = (at: number) => format(at, clockTime)
export const dayText = (at: number) => format(at, { weekday: 'short', ...dayMonth })

/** The time of day when it is of today by the workspace's clock, the date with it otherwise. */
export function Time({ at, millis = false }: { at: string | number; millis?: boolean }) {
  const date = new Date(at)
  const today = new Date(now.value)
  const isToday = format(date, { dateStyle: 'short' }) === format(today, { dateStyle: 'short' })
  const isThisYear = date.getUTCFullYear() === today.getUTCFullYear()
  const time = format(date, isToday ? clockTime : { hour: '2-digit', minute: '2-digit' })
  const text = isToday
    ? millis
      ? `${time}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`
      : time
    : `${format(date, isThisYear ? dayMonth : { ...dayMonth, year: 'numeric' })}, ${time}`
  const other = inUtc.value
    ? `${format(date, { dateStyle: 'medium', timeStyle: 'medium' }, Intl.DateTimeFormat().resolvedOptions().timeZone)} local`
    : date.toISOString()
  return (
    <time class="number" dateTime={date.toISOString()} title={other}>
      {text}
    </time>
  )
}

/** An instant for a text, such as a tooltip: 20 Nov, 09:00:02. */
export const instantText = (at: number) => `${format(at, dayMonth)}, ${timeText(at)}`

/** What stands at a tick of an axis whose ticks are so far apart. */
export function tickText(at: number, step: number): string {
  if (step < 1_000)
    return `${timeText(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0').slice(0, 1)}`
  const isMidnight = timeText(at) === '00:00:00'
  return isMidnight ? format(at, dayMonth) : timeText(at).slice(0, step < 60_000 ? 8 : 5)
}

/** A sentence of the mock, with its instants as people read them. */
export function Sentence({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/(\d{4}-\d\d-\d\dT[\d:.]+Z)/)
        .map((part, at) => (at % 2 === 1 ? <Time key={at} at={part} /> : part))}
    </>
  )
}

/** A text of the documents, whose words in backquotes are code. */
export function Coded({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
}

/** How long ago, by the workspace's clock. */
export function Ago({ at }: { at: string | number }) {
  const ms = now.value - new Date(at).getTime()
  const text = Math.abs(ms) < 2_000 ? 'just now' : ms < 0 ? `in ${roughly(-ms)}` : `${roughly(ms)} ago`
  return (
    <time class="nowrap" dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()}>
      {text}
    </time>
  )
}

function roughly(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h`
  return counted(Math.round(seconds / 86_400), 'day')
}

/** Shortened in the middle, copied whole. */
export function idText(id: string): string {
  return id.replace(/^([a-z]+_)\w{7,}(\w{5})$/, '$1…$2')
}

export function Id({ id, whole = false }: { id: string; whole?: boolean }) {
  return (
    <button
      type="button"
      class="copyable mono"
      title={`Copy ${id}`}
      onClick={() => void copy(id, 'Id copied')}
    >
      <span class="cut">{whole ? id : idText(id)}</span>
    </button>
  )
}

/** Names of members and words as people write them: `retry_after_seconds` is "Retry after seconds". */
export function inWords(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The statuses and verdicts by the look of their mark. */
const statuses: Readonly<Record<string, readonly string[]>> = {
  gray: ['backlog', 'todo', 'draft', 'not exercised'],
  blue: ['running', 'started', 'resumed', 'in_progress'],
  amber: ['paused', 'waiting', 'pending', 'requested', 'asked', 'in_review'],
  green: ['completed', 'met', 'approved', 'done', 'active'],
  red: ['failed', 'violated', 'harness error', 'rejected'],
  ended: ['waived', 'cancelled', 'skipped', 'expired', 'archived'],
}

export function Status({ value, children }: { value: string; children?: ComponentChildren }) {
  const look = Object.keys(statuses).find(look => statuses[look]!.includes(value)) ?? ''
  return <span class={`status ${look}`.trim()}>{children ?? value.replaceAll('_', ' ')}</span>
}

export function HttpStatus({ status }: { status: number }) {
  return <span class={`http mono ${status >= 400 ? 'red' : ''}`}>{status === 0 ? '—' : status}</span>
}

interface MaybeLinkProps {
  href: string | null | undefined
  class: string
  title?: string
  children: ComponentChildren
}

/** A link where there is an address. */
export function MaybeLink({ href, ...rest }: MaybeLinkProps) {
  return href ? <a href={href} {...rest} /> : <span {...rest} />
}

export function Avatar({ name, agent = false }: { name: string; agent?: boolean }) {
  const initials = name
    .split(/\s+/)
    .map(word => word[0] ?? '')
    .slice(0, 2)
    .join('')
  return (
    <span class={`avatar ${agent ? 'agent' : ''}`} aria-hidden="true" title={name}>
      {initials.toUpperCase()}
    </span>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span class="row wrap">
      {tags.map(tag => (
        <span class="tag" key={tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}
