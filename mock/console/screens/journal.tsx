// Every call of the client and of the console, live, with one of them opened beside the list.
import { useRef, useState } from 'preact/hooks'
import { mockRoot } from '../address.ts'
import { ask, control } from '../calls/call.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { FilterField, Select } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { SplitTable } from '../kit/long-table.tsx'
import { Item, Menu } from '../kit/menu.tsx'
import { Empty, Page } from '../kit/page.tsx'
import type { Column } from '../kit/table.tsx'
import { durationText, HttpStatus, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place, workspaceId } from '../routes.ts'
import { act } from '../state/acts.ts'
import { copyAsCurl } from '../state/copy-call.ts'
import { type ExchangeLine, forgetExchanges } from '../state/live.ts'
import { useControl, useExchanges } from '../state/reads.ts'
import { ExchangeDetail } from './exchange.tsx'
import { callOfExchange } from './parts/call-of-exchange.ts'
import { CallText } from './parts/call-text.tsx'
import { useNames } from './parts/names.ts'

export default function Journal({ path }: { path: readonly string[] }) {
  const opened = path[2]
  const query = place.value.query
  const text = query.get('text') ?? ''
  const known = useExchanges({ limit: 1_000, text })
  const all = known ?? []
  const [isHeld, setHeld] = useState(false)
  const columns = columnsOf(useNames())
  const fitting = all.filter(filterOf(query)).reverse()
  // The list holds still while somebody scrolls, points at it or has the focus in it, and offers what came since.
  const filter = query.toString()
  const held = useRef({ filter, rows: fitting })
  if (!isHeld || held.current.filter !== filter || held.current.rows.length === 0)
    held.current = { filter, rows: fitting }
  const shown = held.current.rows
  const newer = isHeld ? Math.max(0, fitting.length - shown.length) : 0
  return (
    <Page
      title="Journal"
      note={`${all.length} ${all.length === 1 ? 'call' : 'calls'}, newest first. The journal keeps the last thousand.`}
      actions={
        <>
          {newer > 0 ? (
            <Button small kind="primary" onClick={() => setHeld(false)}>
              {newer} new
            </Button>
          ) : null}
          <Menu icon="more" text="More" label="about the journal">
            <a
              class="item row"
              href={new URL(`_mock/workspaces/${workspaceId.value}/journal/har`, mockRoot).href}
              download={`${workspaceId.value}.har`}
            >
              Download as HAR
            </a>
            <Item
              danger
              onClick={() =>
                confirm('Forget every call? This cannot be undone.') &&
                act(control('clearJournal', {}), 'The journal is empty').then(forgetExchanges)
              }
            >
              Clear the journal
            </Item>
          </Menu>
        </>
      }
    >
      <Filters all={all} />
      <SplitTable
        label="Calls"
        columns={columns}
        rows={shown}
        href={({ id }) => href(['journal', id], filtersOf(query))}
        isCurrent={({ id }) => id === opened}
        onHold={setHeld}
        height="calc(100dvh - 196px)"
        empty={known && <NoCalls isFiltered={all.length > 0} />}
        opened={opened && <ExchangeDetail id={opened} closeHref={href(['journal'], filtersOf(query))} />}
      />
    </Page>
  )
}

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<ExchangeLine>[] => [
  {
    head: 'Status',
    width: '46px',
    cell: ({ open, status }) => (open ? <span class="tag blue">open</span> : <HttpStatus status={status} />),
  },
  {
    head: 'Call',
    cell: line => (
      <span class="row">
        <CallText call={line} names={names} />
        <Notes line={line} />
      </span>
    ),
  },
  {
    head: 'Key',
    width: '150px',
    from: 'tablet',
    cell: ({ console, key }) =>
      console ? <span class="tag">console · {key}</span> : <span class="soft">{key ?? '–'}</span>,
  },
  {
    head: 'Operation',
    width: '150px',
    from: 'desk',
    class: 'muted',
    cell: ({ operation }) => operation ?? '',
  },
  {
    head: 'Time',
    width: '78px',
    from: 'tablet',
    align: 'end',
    class: 'muted small',
    cell: ({ at }) => <Time at={at} />,
  },
  {
    head: 'curl',
    hideHead: true,
    width: '34px',
    from: 'tablet',
    class: 'over',
    cell: ({ id }) => <Button icon="copy" label={`Copy ${id} as curl`} onClick={() => copyExchange(id)} />,
  },
]

async function copyExchange(exchange_id: string): Promise<void> {
  await copyAsCurl(callOfExchange(await ask(control('readExchange', { path: { exchange_id } }))))
}

function Notes({ line }: { line: ExchangeLine }) {
  return (
    <span class="row line-notes">
      {line.refusal ? <span class="note-red">{line.refusal.code}</span> : null}
      {line.faults.map(({ id, effect }) => (
        <span class="tag red" key={id}>
          {effect}
        </span>
      ))}
      {/* Only what is slow. */}
      {line.took_ms && line.took_ms >= 100 ? <span class="tag">{durationText(line.took_ms)}</span> : null}
      {line.broken_off ? <span class="tag red">broken off</span> : null}
    </span>
  )
}

const filterNames = ['text', 'status', 'operation', 'key', 'only'] as const

function filtersOf(query: URLSearchParams): Record<string, string | null> {
  return Object.fromEntries(filterNames.map(name => [name, query.get(name)]))
}

function filterOf(query: URLSearchParams): (line: ExchangeLine) => boolean {
  const status = query.get('status')
  const operation = query.get('operation')
  const key = query.get('key')
  const only = query.get('only')
  return line =>
    (status === null || String(line.status).startsWith(status.replace('xx', ''))) &&
    (operation === null || line.operation === operation) &&
    (key === null || line.key === key) &&
    (only !== 'refused' || line.refusal !== null) &&
    (only !== 'faults' || line.faults.length > 0 || line.broken_off) &&
    (only !== 'client' || !line.console)
}

function Filters({ all }: { all: readonly ExchangeLine[] }) {
  const { query } = place.value
  const valuesOf = (name: 'operation' | 'key') => [...new Set(all.flatMap(line => line[name] ?? []))].sort()
  const wanted = query.get('status') ?? ''
  const statuses = ['2xx', '4xx', '5xx', ...(/^[1-9]\d\d$/.test(wanted) ? [wanted] : [])]
  const filters = [
    { name: 'status', label: 'Status', options: [['', 'Any status'], ...statuses, ['0', 'No reply']] },
    { name: 'operation', label: 'Operation', options: [['', 'Any operation'], ...valuesOf('operation')] },
    { name: 'key', label: 'Key', options: [['', 'Any key'], ...valuesOf('key')] },
    {
      name: 'only',
      label: 'Only',
      options: [
        ['', 'All calls'],
        ['client', 'Without the console’s'],
        ['refused', 'Refused'],
        ['faults', 'Struck by faults'],
      ],
    },
  ] as const
  const set = (name: string, value: string) => go(hrefHere({ [name]: value || null }), true)
  const isAny = filterNames.some(name => query.get(name))
  return (
    <search class="row wrap filters">
      <FilterField label="Search in paths and bodies" isWhole />
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          value={query.get(name) ?? ''}
          onChange={value => set(name, value)}
          options={options}
        />
      ))}
      {isAny ? (
        <Button
          small
          kind="quiet"
          onClick={() => go(hrefHere(Object.fromEntries(filterNames.map(name => [name, null]))), true)}
        >
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}

function NoCalls({ isFiltered }: { isFiltered: boolean }) {
  const read = useControl('readWorkspace', {})
  if (isFiltered)
    return (
      <Empty
        title="No call fits these filters"
        text="Take one away, or wait: what fits appears here as it happens."
      />
    )
  return (
    <Empty
      title="No calls yet"
      text="Whatever your client asks appears here as it happens. To see it work, run this in a shell:"
    >
      <Loaded read={read}>
        {({ keys }) => (
          <Code
            text={`curl -H 'Authorization: Bearer ${keys.member ?? Object.values(keys)[0]}' '${mockRoot.href}agents/?limit=3'`}
          />
        )}
      </Loaded>
    </Empty>
  )
}
