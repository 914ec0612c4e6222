import type { Schemas } from '../../calls/types.ts'
import { Problem } from '../../kit/loaded.tsx'
import { Table } from '../../kit/table.tsx'
import { HttpStatus } from '../../kit/values.tsx'
import { workspaceId } from '../../routes.ts'
import { numberOf, useControl } from '../../state/reads.ts'

/** The call sent again in a new workspace like this one, once for each key. */
export function AsEveryKey({ exchange }: { exchange: Schemas['Exchange'] }) {
  const number = numberOf(exchange)
  const before = `${workspaceId.value}.${number - 1}`
  const after = `${workspaceId.value}.${number + 1}`
  const exchanges = { since: before, until: after, console: true }
  const { data, error } = useControl('replayExchanges', { body: { as: ['everybody'], exchanges } })
  if (error) return <Problem error={error} />
  if (!data) return <p class="muted">Sending it as every key, each in a workspace of its own…</p>
  return (
    <div class="stack">
      <p class="muted">
        The same call, sent with each key to a new workspace like this one was at its beginning.
      </p>
      <Table
        plain
        rows={data.data}
        id={({ as }) => as}
        columns={[
          { head: 'Key', cell: ({ as }) => as },
          {
            head: 'Answer',
            cell: ({ calls }) => {
              const call = calls.at(-1)
              return call ? <HttpStatus status={call.is ?? 0} /> : <span class="muted">not sent</span>
            },
          },
          {
            head: `Here it was ${exchange.status}`,
            cell: ({ calls }) =>
              calls.at(-1)?.same ? <span class="muted">the same</span> : <span class="strong">differs</span>,
          },
        ]}
      />
    </div>
  )
}
