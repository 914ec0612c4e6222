// Which keys see something, and why the others do not.
import { Loaded, Problem } from '../../kit/loaded.tsx'
import { Page, Panel } from '../../kit/page.tsx'
import { Table } from '../../kit/table.tsx'
import { Id, Sentence } from '../../kit/values.tsx'
import { hrefHere } from '../../routes.ts'
import { type Read, useControl } from '../../state/reads.ts'

export function Audience({ id }: { id: string }) {
  const read = useControl('readAudience', { path: { resource_id: id } })
  return (
    <Loaded read={read}>
      {({ data, operation }) => (
        <Table
          plain
          rows={data}
          id={({ key }) => key}
          columns={[
            {
              head: 'Key',
              cell: ({ key, person }) => (
                <>
                  <a href={hrefHere({ as: key })}>{key}</a> <span class="muted small">{person}</span>
                </>
              ),
            },
            {
              head: `Sees it by ${operation}`,
              cell: ({ sees, status, why }) =>
                sees ? (
                  <span class="tag">sees it</span>
                ) : (
                  <span class="stack tight">
                    <span>
                      <span class="tag">{status}</span>
                    </span>{' '}
                    <span class="muted small">
                      <Sentence text={why ?? ''} />
                    </span>
                  </span>
                ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

/** A screen about one thing while it is read, or when it is refused: then with the keys that see it. */
export function NotShown({ title, id, read }: { title: string; id: string; read: Read<unknown> }) {
  return (
    <Page title={title} note={<Id id={id} whole />}>
      {read.error ? (
        <>
          <Problem error={read.error} />
          <Panel title="Who sees it">
            <Audience id={id} />
          </Panel>
        </>
      ) : null}
    </Page>
  )
}
