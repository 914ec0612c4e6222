// All runs, newest first, as far as one scrolls; or one of them.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { components } from '#openapi'
import { askService } from '../calls/call.ts'
import { Lines } from '../kit/lines.tsx'
import { Bones, Empty, Page, Panel, Problem, Segments, Select } from '../kit/parts.tsx'
import { Avatar, Compact, durationText, moneyText, Status, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { lookedThrough, useControl, useService } from '../state/reads.ts'
import { StartRunButton } from './parts/start-run-button.tsx'
import { RunScreen } from './run.tsx'

type Run = components['schemas']['Run']
type RunStatus = components['schemas']['RunStatus']

export default function Runs({ path }: { path: readonly string[] }) {
  return path[2] ? <RunScreen ws={path[0]!} id={path[2]} key={path[2]} /> : <RunList ws={path[0]!} />
}

const statuses = ['', 'running', 'paused', 'completed', 'failed', 'cancelled', 'stopped'] as const
const PAGE = 100

function RunList({ ws }: { ws: string }) {
  const { query } = place.value
  const status = (query.get('status') ?? '') as RunStatus | ''
  const agent_id = query.get('agent') ?? ''
  const filter = { ...(status ? { status } : {}), ...(agent_id ? { agent_id } : {}) }
  const first = useService('listRuns', { query: { ...filter, limit: PAGE } }, [
    'runs',
    'running',
    'control',
    '*',
  ])
  const agents = useService('listAgents', { query: { limit: 100 } }, ['agents'])
  const people = useControl('listPeople', { path: { workspace_id: ws } }, ['people'])
  const more = useMore(first.data?.next_cursor ?? null, JSON.stringify([filter, lookedThrough()]), cursor =>
    askService('listRuns', { query: { ...filter, limit: PAGE, cursor } }, lookedThrough()),
  )
  useEffect(() => {
    document.title = 'Runs · Agent Work mock'
  }, [])
  const runs = useMemo(() => {
    const newest = first.data?.data ?? []
    const known = new Set(newest.map(({ id }) => id))
    return [...newest, ...more.rows.filter(({ id }) => !known.has(id))]
  }, [first.data, more.rows])
  const nameOf = new Map((people.data?.data ?? []).map(({ id, name }) => [id, name]))
  return (
    <Page
      title="Runs"
      note="Each run of an agent, newest first. Those at work grow as you watch."
      actions={<StartRunButton />}
    >
      <div class="row wrap filters">
        <Segments
          label="Status"
          current={status}
          options={statuses.map(id => ({
            id,
            text: id === '' ? 'All' : id[0]!.toUpperCase() + id.slice(1),
            href: hrefHere({ status: id || null }),
          }))}
        />
        <span class="key-select">
          <Select
            label="Agent"
            value={agent_id}
            onChange={value => go(hrefHere({ agent: value || null }))}
            options={[
              ['', 'Any agent'],
              ...(agents.data?.data ?? []).map(({ id, name }) => [id, name] as const),
            ]}
          />
        </span>
      </div>
      <Panel flush label="Runs">
        {first.error && !first.data ? (
          <div class="body">
            <Problem error={first.error} />
          </div>
        ) : !first.data ? (
          <Bones />
        ) : runs.length === 0 ? (
          <Empty title={status || agent_id ? 'No run fits these filters' : 'No runs yet'}>
            <p>
              {status || agent_id
                ? 'Take one away, or start a run.'
                : 'Start one: the agent that asks for a text is a good first one.'}
            </p>
            <StartRunButton />
          </Empty>
        ) : (
          <Lines
            label="Runs"
            count={runs.length}
            columns={[
              ['Status'],
              ['Agent'],
              ['Task'],
              ['Started by', 'wide-only'],
              ['Tokens', 'right wide-only'],
              ['Cost', 'right'],
              ['Worked', 'right wide-only'],
              ['Started', 'right'],
            ]}
            template="var(--run-columns)"
            height="calc(100dvh - 206px)"
            onEnd={more.load}
            line={index => {
              const run = runs[index]
              if (!run) return undefined
              return { href: href([ws, 'runs', run.id]), cells: cellsOf(run, nameOf) }
            }}
          />
        )}
      </Panel>
    </Page>
  )
}

function cellsOf(run: Run, nameOf: ReadonlyMap<string, string>) {
  const task = String(run.input?.task ?? '').split('\n')[0]
  const waits = run.question ? run.question.prompt : run.approval_id ? 'waits for an approval' : null
  return [
    <Status value={run.status} key="status" />,
    <span class="row" key="agent">
      <Avatar name={run.agent_name} agent />
      <span class="cut">{run.agent_name}</span>
    </span>,
    <span class="soft" key="task">
      {waits ? <span class="note-amber">{waits}</span> : task}
    </span>,
    <span class="muted" key="by">
      {nameOf.get(run.started_by) ?? ''}
    </span>,
    <Compact value={run.tokens.total} key="tokens" />,
    <span class="number" key="cost">
      {moneyText(run.cost_euros)}
    </span>,
    <span class="number muted" key="worked">
      {durationText(run.duration_seconds * 1_000)}
    </span>,
    <Time at={run.created_at} key="at" />,
  ]
}

/** Further pages of a list, loaded as one scrolls. */
function useMore(
  first: string | null,
  list: string,
  load: (cursor: string) => Promise<{ data: Run[]; next_cursor: string | null }>,
) {
  const [state, setState] = useState<{
    list: string
    rows: readonly Run[]
    cursor: string | null | undefined
  }>({ list, rows: [], cursor: undefined })
  const isLoading = useRef(false)
  const current = state.list === list ? state : { list, rows: [], cursor: undefined }
  const next = current.cursor === undefined ? first : current.cursor
  return {
    rows: current.rows,
    load: () => {
      if (next === null || isLoading.current) return
      isLoading.current = true
      load(next)
        .then(({ data, next_cursor }) =>
          setState({ list, rows: [...current.rows, ...data], cursor: next_cursor }),
        )
        .catch(() => {})
        .finally(() => {
          isLoading.current = false
        })
    },
  }
}
