// What happens in the workspace: events and calls in one list, the newest first.
import type { ComponentChildren } from 'preact'
import { Empty, Panel } from '../../kit/page.tsx'
import { HttpStatus, Status, Time } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { withoutIds } from '../../shell/clock-actions.ts'
import { type ExchangeLine, events, now, type Transition } from '../../state/live.ts'
import { useControl, useExchanges } from '../../state/reads.ts'
import { CallText } from './call-text.tsx'
import { subjectHref } from './links.tsx'

const MAX_SHOWN = 30

export function Feed({ ws }: { ws: string }) {
  const path = { workspace_id: ws }
  const past = useControl('listTransitions', { path, query: { limit: 400 } })
  const calls = useExchanges(ws) ?? []
  const items = new Map<string, { id: string; at: string; href: string; line: ComponentChildren }>()
  // Calls of a future that a snapshot took back stand in the journal only.
  for (const call of calls)
    if (Date.parse(call.at) <= now.value)
      items.set(call.id, {
        id: call.id,
        at: call.at,
        href: href([ws, 'journal', call.id]),
        line: <CallLine call={call} />,
      })
  // What the stream reported since the reading comes again; by id it counts once, as it is now.
  for (const event of [...(past.data?.data ?? []), ...events.value]) {
    const id = `${event.at}${event.subject}${event.kind}`
    const href = subjectHref(event.subject)
    items.set(id, { id, at: event.at, href, line: <EventLine event={event} /> })
  }
  // At the same instant the later one comes first, too, as in the journal.
  const newest = [...items.values()].reverse().sort((a, b) => b.at.localeCompare(a.at))
  return (
    <Panel
      title="What happened"
      flush
      link={['Journal', href([ws, 'journal'])]}
      actions={
        <a class="small" href={href([ws, 'runs'], { view: 'timeline' })}>
          Timeline
        </a>
      }
    >
      {newest.length === 0 ? (
        <Empty title="Nothing has happened yet">
          <p>
            Calls of your client and what comes of them appear here. Start a run, or let time pass with the
            clock above.
          </p>
        </Empty>
      ) : (
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
      )}
    </Panel>
  )
}

function EventLine({ event: { kind, says } }: { event: Transition }) {
  const what = kind.slice(kind.indexOf('.') + 1)
  return (
    <>
      <Status value={what}>
        <span class="only-read">{what}</span>
      </Status>
      <span class="cut" title={says}>
        {withoutIds(says)}
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
