// All runs, newest first, or one of them.

import { useRef, useState } from 'preact/hooks'
import { ask, service } from '../calls/call.ts'
import type { Given, Schemas, Service } from '../calls/types.ts'
import { words } from '../generated/words.gen.ts'
import { FilterField, Select } from '../kit/fields.tsx'
import { LongTable } from '../kit/long-table.tsx'
import { Empty, Page, ReadPanel } from '../kit/page.tsx'
import type { Column } from '../kit/table.tsx'
import { choiceIn, Segments } from '../kit/tabs.tsx'
import { Avatar, Compact, costText, durationText, inWords, Status, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { useService, viewer } from '../state/reads.ts'
import { AllTimeline } from './parts/all-timeline.tsx'
import { useAgents, usePeople } from './parts/names.ts'
import { SearchResults } from './parts/search-results.tsx'
import { StartRunButton } from './parts/start-run-button.tsx'
import { RunScreen } from './run.tsx'

export default function Runs({ path }: { path: readonly string[] }) {
  return path[2] ? <RunScreen id={path[2]} key={path[2]} /> : <RunList />
}

const PAGE = 100

function RunList() {
  const { query } = place.value
  const choice = choiceIn('status')
  const status = choice.current as Schemas['RunStatus'] | ''
  const agent_id = query.get('agent') ?? ''
  const filter = { status: status || undefined, agent_id }
  const first = useService('listRuns', { query: { ...filter, limit: PAGE } })
  const agents = useAgents().options
  const { nameOf } = usePeople()
  const { rows: runs, loadMore } = useRows(JSON.stringify([filter, viewer()]), first.data, cursor =>
    ask(service('listRuns', { query: { ...filter, limit: PAGE, cursor } }, viewer())),
  )
  return (
    <Page
      title="Runs"
      note="Each run of an agent, newest first. Those at work grow as you watch."
      actions={
        <>
          <Segments
            label="View"
            current={query.get('view') ?? ''}
            hrefOf={view => hrefHere(view ? { view } : { view, from: null, to: null })}
            options={[
              ['', 'List'],
              ['timeline', 'Timeline'],
            ]}
          />
          <StartRunButton />
        </>
      }
    >
      <search class="row wrap filters">
        <FilterField label="Find in tasks, summaries and errors" />
        <Segments
          label="Status"
          {...choice}
          options={['', ...words.RunStatus].map(id => [id, inWords(id) || 'All'])}
        />
        <Select
          label="Agent"
          value={agent_id}
          onChange={value => go(hrefHere({ agent: value || null }))}
          options={[['', 'Any agent'], ...agents]}
        />
      </search>
      {query.get('text') ? (
        <SearchResults kind="run" />
      ) : query.get('view') === 'timeline' ? (
        <AllTimeline runs={runs} />
      ) : (
        <ReadPanel
          flush
          label="Runs"
          read={first}
          empty={
            <Empty
              title={status || agent_id ? 'No run fits these filters' : 'No runs yet'}
              text={
                status || agent_id
                  ? 'Take one away, or start a run.'
                  : 'Start one: the agent that asks for a text is a good first one.'
              }
            >
              <StartRunButton />
            </Empty>
          }
        >
          {() => (
            <LongTable
              label="Runs"
              columns={columnsOf(nameOf)}
              rows={runs}
              href={({ id }) => href(['runs', id])}
              height="calc(100dvh - 206px)"
              onEnd={loadMore}
            />
          )}
        </ReadPanel>
      )}
    </Page>
  )
}

function columnsOf(nameOf: (id: string) => string | undefined): readonly Column<Schemas['Run']>[] {
  return [
    { head: 'Status', width: '104px', cell: ({ status }) => <Status value={status} /> },
    {
      head: 'Agent',
      width: '0.8fr',
      cell: ({ agent_name }) => (
        <span class="row">
          <Avatar name={agent_name} agent />
          <span class="cut">{agent_name}</span>
        </span>
      ),
    },
    {
      head: 'Task',
      width: '1.3fr',
      from: 'tablet',
      class: 'soft',
      cell: ({ question, approval_id, input }) => {
        const waits = question ? question.prompt : approval_id ? 'waits for an approval' : null
        return waits ? <span class="note-amber">{waits}</span> : String(input?.task ?? '').split('\n')[0]
      },
    },
    {
      head: 'Started by',
      width: '120px',
      from: 'desk',
      class: 'muted',
      cell: ({ started_by }) => nameOf(started_by),
    },
    {
      head: 'Tokens',
      width: '76px',
      from: 'desk',
      align: 'end',
      cell: ({ tokens }) => <Compact value={tokens.total} />,
    },
    { head: 'Cost', width: '76px', align: 'end', cell: ({ cost_euros }) => costText(cost_euros) },
    {
      head: 'Worked',
      width: '88px',
      from: 'desk',
      align: 'end',
      class: 'muted',
      cell: ({ duration_seconds }) => durationText(duration_seconds * 1_000),
    },
    {
      head: 'Started',
      width: '104px',
      from: 'tablet',
      align: 'end',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
}

type RunPage = Given<Service['listRuns']>

/** The rows of a list: its first page, which is read again whenever it changes, and older ones, loaded while somebody scrolls. */
function useRows(list: string, first: RunPage | undefined, load: (cursor: string) => Promise<RunPage>) {
  const [seen, setSeen] = useState<RunPage & { list: string }>()
  const isLoading = useRef(false)
  const newest = first?.data ?? []
  const known = new Set(newest.map(({ id }) => id))
  const oldest = first?.next_cursor ? (newest.at(-1)?.created_at ?? '') : ''
  const older = seen?.list === list ? seen : undefined
  // What is no longer among the newest, though it is as new, does not fit the filters any more.
  const fitting = older?.data.filter(({ id, created_at }) => !known.has(id) && created_at <= oldest) ?? []
  const rows = [...newest, ...fitting]
  const next = older ? older.next_cursor : first?.next_cursor
  const loadMore = () => {
    if (!next || isLoading.current) return
    isLoading.current = true
    load(next)
      .then(({ data, next_cursor }) => setSeen({ list, data: [...rows, ...data], next_cursor }))
      .catch(() => {})
      .finally(() => {
        isLoading.current = false
      })
  }
  return { rows, loadMore }
}
