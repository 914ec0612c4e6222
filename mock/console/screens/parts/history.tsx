// The events of one resource, and the calls that it takes next.
import type { Schemas } from '../../calls/types.ts'
import { Code } from '../../kit/code.tsx'
import { ReadPanel } from '../../kit/page.tsx'
import { Status, Time } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { useControl } from '../../state/reads.ts'

export function HistoryPanels({ id }: { id: string }) {
  const read = useControl('readHistory', { path: { resource_id: id } })
  return (
    <>
      <HistoryPanel id={id} />
      <ReadPanel title="Calls that it takes now" read={read}>
        {({ next }) => <NextCalls next={next} />}
      </ReadPanel>
    </>
  )
}

export function HistoryPanel({ id }: { id: string }) {
  const read = useControl('readHistory', { path: { resource_id: id } })
  return (
    <ReadPanel title="History" read={read}>
      {({ history }) =>
        history.length > 0 ? (
          <History lines={history} />
        ) : (
          <p class="muted">Nothing is known of it; only the last few thousand changes are kept.</p>
        )
      }
    </ReadPanel>
  )
}

export function NextCalls({ next }: { next: Schemas['ResourceHistory']['next'] }) {
  return (
    <div class="stack tight">
      {next.map(({ what, curl }) => (
        <details key={curl}>
          <summary>{what}</summary>
          <Code text={curl} />
        </details>
      ))}
    </div>
  )
}

export function History({ lines }: { lines: Schemas['Explanation']['resources'][number]['history'] }) {
  return (
    <ol class="history">
      {lines.map(({ at, from, to, by, note }) => (
        <li key={`${at}${to}`}>
          <Time at={at} />
          <span class="stack tight">
            <span class="row wrap">
              <Status value={to} />{' '}
              {from ? <span class="muted small">was {from.replaceAll('_', ' ')}</span> : null}
            </span>
            {note ? <span class="soft">{note}</span> : null}
            {by ? (
              <a class="small mono" href={href(['journal', by.exchange])}>
                {by.call}
                {by.key ? ` (${by.key})` : ''}
              </a>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
