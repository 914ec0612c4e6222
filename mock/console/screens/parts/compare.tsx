// Two calls or two runs beside each other: what differs, member by member.
import type { Schemas } from '../../calls/types.ts'
import { Select } from '../../kit/fields.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Table } from '../../kit/table.tsx'
import { instantText, timeText } from '../../kit/values.tsx'
import { go, hrefHere, place } from '../../routes.ts'
import { type Read, useControl, useExchanges, useService } from '../../state/reads.ts'

/** A call beside another one of the same operation. */
export function CompareCalls({ exchange }: { exchange: Schemas['Exchange'] }) {
  const { id, operation } = exchange
  const others = (useExchanges() ?? []).filter(one => one.operation === operation && one.id !== id)
  const other = place.value.query.get('with') ?? others.at(-1)?.id
  const path = other && { exchange_id: other }
  const read = useControl('readExchange', path ? { path } : null)
  const options = others
    .toReversed()
    .map(
      ({ id, status, key, at }) =>
        [id, `${status} of ${timeText(Date.parse(at))}, ${key ?? 'no key'}`] as const,
    )
  const shown = ({ status, path, key, request, reply }: Schemas['Exchange']) => ({
    status,
    key,
    path,
    query: request.query,
    body: request.body,
    reply: reply.stream ?? reply.body,
  })
  return <Beside {...{ other, options, read, first: exchange, shown }} noun="call of this operation" />
}

/** A run beside another one of the same agent. */
export function CompareRuns({ run }: { run: Schemas['Run'] }) {
  const list = useService('listRuns', { query: { agent_id: run.agent_id, limit: 100 } })
  const others = (list.data?.data ?? []).filter(({ id }) => id !== run.id)
  const other = place.value.query.get('with') ?? run.retry_of ?? others[0]?.id
  const read = useService('getRun', other ? { path: { run_id: other } } : null)
  const options = others.map(
    ({ id, status, created_at }) => [id, `${status}, ${instantText(Date.parse(created_at))}`] as const,
  )
  const shown = ({ id: _, chat_id: _chat, agent_id: _agent, ...rest }: Schemas['Run']) => rest
  return <Beside {...{ other, options, read, first: run, shown }} noun="run of this agent" />
}

interface BesideProps<Thing> {
  other: string | undefined
  options: readonly (readonly [id: string, text: string])[]
  read: Read<Thing | undefined>
  first: Thing
  shown: (thing: Thing) => object
  noun: string
}

function Beside<Thing>({ other, options, read, first, shown, noun }: BesideProps<Thing>) {
  if (other === undefined) return <p class="muted">There is no other {noun} yet.</p>
  return (
    <div class="stack">
      <Select
        label="Compare with"
        value={other}
        onChange={id => go(hrefHere({ with: id }))}
        options={options.some(([id]) => id === other) ? options : [[other, other], ...options]}
      />
      <Loaded read={read}>
        {second => {
          const rows = differencesOf(shown(first), shown(second))
          if (rows.length === 0) return <p class="muted">They are the same.</p>
          return (
            <Table
              plain
              rows={rows}
              id={({ where }) => where}
              columns={[
                { head: 'Where', cell: ({ where }) => <code>{where}</code> },
                { head: 'This one', cell: ({ here }) => <Value value={here} /> },
                { head: 'The other', cell: ({ there }) => <Value value={there} /> },
              ]}
            />
          )
        }}
      </Loaded>
    </div>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span class="muted">nothing</span>
  return (
    <span class="mono prewrap">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</span>
  )
}

interface Difference {
  readonly where: string
  readonly here: unknown
  readonly there: unknown
}

/** The members in which two values differ, as deep as both have them. */
export function differencesOf(here: unknown, there: unknown, where = ''): readonly Difference[] {
  if (!isObject(here) || !isObject(there) || Array.isArray(here) !== Array.isArray(there))
    return here === there ? [] : [{ where, here, there }]
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].flatMap(name =>
    differencesOf(here[name], there[name], where === '' ? name : `${where}.${name}`),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
