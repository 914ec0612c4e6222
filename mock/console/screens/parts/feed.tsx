// What happens in the workspace: events and calls in one list, the newest first.
import type { ComponentChildren } from 'preact'
import { Empty, Panel } from '../../kit/page.tsx'
import { HttpStatus, Status, Time } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { withoutIds } from '../../shell/clock-actions.ts'
import { type ExchangeLine, events, now, shownExchanges, type Transition } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'
import { subjectHref } from './links.tsx'

const MAX_SHOWN = 30

export function Feed({ ws }: { ws: string }) {
  const path = { workspace_id: ws }
  const past = useControl('listTransitions', { path, query: { limit: 40 } })
  const journal = useControl('listExchanges', { path, query: { limit: 40, console: true } })
  // What the stream reported since the reading comes again; by id it counts once, as it is now.
  const items = new Map<string, { at: string; line: ComponentChildren }>()
  for (const event of [...(past.data?.data ?? []), ...events.value])
    items.set(`${event.at}${event.subject}${event.kind}`, { at: event.at, line: <EventLine event={event} /> })
  // Calls of a future that a snapshot took back stand in the journal only.
  for (const call of [...(journal.data?.data ?? []), ...shownExchanges.value.slice(-MAX_SHOWN)])
    if (Date.parse(call.at) <= now.value)
      items.set(call.id, { at: call.at, line: <CallLine call={call} ws={ws} /> })
  const newest = [...items].sort(([, a], [, b]) => b.at.localeCompare(a.at)).slice(0, MAX_SHOWN)
  return (
    <Panel title="What happens" flush link={['Journal', href([ws, 'journal'])]}>
      {newest.length === 0 ? (
        <Empty title="Nothing has happened yet">
          <p>
            Calls of your client and what comes of them appear here. Start a run, or let time pass with the
            clock above.
          </p>
        </Empty>
      ) : (
        <ul class="feed">
          {newest.map(([id, { at, line }]) => (
            <li key={id}>
              <Time at={at} />
              {line}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function EventLine({ event: { kind, subject, says } }: { event: Transition }) {
  return (
    <a class="row grow plain-link" href={subjectHref(subject)}>
      <Status value={kind.slice(kind.indexOf('.') + 1)} />
      <span class="cut" title={says}>
        {withoutIds(says)}
      </span>
    </a>
  )
}

function CallLine({ call, ws }: { call: ExchangeLine; ws: string }) {
  return (
    <a class="row grow plain-link" href={href([ws, 'journal', call.id])}>
      <HttpStatus status={call.status} />
      <span class="mono cut">
        {call.method} {call.path}
      </span>
      {call.console ? <span class="tag">console</span> : <span class="muted nowrap">{call.key}</span>}
    </a>
  )
}
