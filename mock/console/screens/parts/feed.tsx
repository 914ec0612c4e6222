// What happens in the workspace: the last hour as a strip, and events and calls in one list, the newest first.
import type { ComponentChildren } from 'preact'
import type { Schemas } from '../../calls/types.ts'
import { Legend } from '../../kit/figures.tsx'
import { Empty, ReadPanel } from '../../kit/page.tsx'
import { counted, HttpStatus, Status, Time, timeText } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { type ExchangeLine, now } from '../../state/live.ts'
import { useControl, useExchanges } from '../../state/reads.ts'
import { CallText } from './call-text.tsx'
import { subjectHref } from './links.tsx'

const MAX_SHOWN = 30
const MINUTES = 60
const MINUTE = 60_000

interface FeedItem {
  readonly id: string
  readonly at: string
  readonly kind: 'call' | 'refused' | 'event'
  readonly href: string
  readonly line: ComponentChildren
}

export function Feed() {
  const past = useControl('listTransitions', { query: { limit: 400 } })
  const calls = useExchanges() ?? []
  const items = new Map<string, FeedItem>()
  // Calls of a future that a snapshot took back stand in the journal only.
  for (const call of calls)
    if (Date.parse(call.at) <= now.value)
      items.set(call.id, {
        id: call.id,
        at: call.at,
        kind: call.status >= 400 ? 'refused' : 'call',
        href: href(['journal', call.id]),
        line: <CallLine call={call} />,
      })
  for (const event of past.data?.data ?? []) {
    const id = `${event.at}${event.subject}${event.kind}`
    const href = subjectHref(event.subject)
    items.set(id, { id, at: event.at, kind: 'event', href, line: <EventLine event={event} /> })
  }
  // At the same instant the later one comes first, too, as in the journal.
  const newest = [...items.values()].reverse().sort((a, b) => b.at.localeCompare(a.at))
  return (
    <ReadPanel
      title="What happened"
      flush
      read={past}
      link={['Journal', href(['journal'])]}
      actions={
        <a class="small" href={href(['runs'], { view: 'timeline' })}>
          Timeline
        </a>
      }
    >
      {() =>
        newest.length === 0 ? (
          <Empty
            title="Nothing has happened yet"
            text="Calls of your client and what comes of them appear here. Start a run, or let time pass with the clock above."
          />
        ) : (
          <>
            <Strip items={newest} />
            <ul class="feed">
              {newest.slice(0, MAX_SHOWN).map(({ id, at, href, line }) => (
                <li key={id}>
                  <Time at={at} />
                  <a class="feed-line plain-link" href={href}>
                    {line}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </ReadPanel>
  )
}

/** Calls and events of each minute of the last hour, once there are two such minutes. A minute leads to the newest of them. */
function Strip({ items }: { items: readonly FeedItem[] }) {
  const end = Math.floor(now.value / MINUTE) + 1
  const minutes = Array.from({ length: MINUTES }, (_, at) => ({
    minute: end - MINUTES + at,
    items: [] as FeedItem[],
  }))
  for (const item of items)
    minutes[Math.floor(Date.parse(item.at) / MINUTE) - end + MINUTES]?.items.push(item)
  if (minutes.filter(({ items }) => items.length > 0).length < 2) return null
  const most = Math.max(4, ...minutes.map(({ items }) => items.length))
  return (
    <div class="body">
      <div class="strip" role="group" aria-label="Calls and events by the minute">
        {minutes.map(({ minute, items }) => {
          if (items.length === 0) return <span key={minute} />
          const counts = kinds
            .map(({ kind, noun }) => ({ kind, noun, count: items.filter(item => item.kind === kind).length }))
            .filter(({ count }) => count > 0)
          const nouns = counts.map(({ noun, count }) => counted(count, noun)).join(', ')
          const text = `${timeText(minute * MINUTE).slice(0, 5)}: ${nouns}`
          return (
            <a key={minute} href={items[0]!.href} title={text}>
              <span class="only-read">{text}</span>
              {counts.map(({ kind, count }) => (
                <i key={kind} class={kind} style={{ height: `${(count / most) * 100}%` }} />
              ))}
            </a>
          )
        })}
      </div>
      <div class="strip-axis row between">
        {[60, 45, 30, 15, 0].map(ago => (
          <span key={ago}>{ago === 0 ? 'now' : timeText((end - ago) * MINUTE).slice(0, 5)}</span>
        ))}
      </div>
      <Legend of={kinds.map(({ kind, noun }) => [kind, `${noun}s`])} />
    </div>
  )
}

const kinds = [
  { kind: 'refused', noun: 'refused call' },
  { kind: 'event', noun: 'event' },
  { kind: 'call', noun: 'call' },
] as const

function EventLine({ event: { kind, says, brief = says } }: { event: Schemas['Transition'] }) {
  const what = kind.slice(kind.indexOf('.') + 1)
  return (
    <>
      <Status value={what}>
        <span class="only-read">{what}</span>
      </Status>
      <span class="cut" title={says}>
        {brief}
      </span>
    </>
  )
}

function CallLine({ call }: { call: ExchangeLine }) {
  return (
    <>
      <HttpStatus status={call.status} />
      <span class="row">
        <CallText call={call} />
        <span class="muted small nowrap">{call.console ? `console · ${call.key}` : call.key}</span>
      </span>
    </>
  )
}
