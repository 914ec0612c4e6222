import type { Schemas } from '../../calls/types.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Empty } from '../../kit/page.tsx'
import { costText, durationText, Status, Time } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import type { Read } from '../../state/reads.ts'

/** The newest runs of an agent or of a task. */
export function RunFeed(props: { read: Read<{ data: readonly Schemas['Run'][] }>; emptyText?: string }) {
  const { read, emptyText = '' } = props
  return (
    <Loaded read={read} empty={<Empty title="No runs yet" text={emptyText} />}>
      {({ data }) => (
        <ul class="feed dated">
          {data.slice(0, 30).map(run => (
            <li key={run.id}>
              <Time at={run.created_at} />
              <a class="row plain-link" href={href(['runs', run.id])}>
                <Status value={run.status} />
                <span class="cut grow">
                  {run.summary ?? run.error?.message ?? run.question?.prompt ?? String(run.input?.task ?? '')}
                </span>
                <span class="number">{costText(run.cost_euros)}</span>
                <span class="number muted">{durationText(run.duration_seconds * 1_000)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
