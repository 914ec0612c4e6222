// The conformance suite: started here, its progress, its verdicts by section, and what changed since another run.
import { useEffect, useRef, useState } from 'preact/hooks'
import { style } from '../../../conformance/report/generated/page.gen.ts'
import { element } from '../../../conformance/report/page/elements.ts'
import { type ReportView, reportView } from '../../../conformance/report/page/report-view.ts'
import type { Report as SuiteReport } from '../../../conformance/report/report.ts'
import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Select } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { Table } from '../kit/table.tsx'
import { counted, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { act } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'
import { openFile } from './parts/open-file.ts'

type Run = Schemas['ConformanceRun']
type Report = Schemas['ConformanceReport']

export default function Conformance({ path: [, , id] }: { path: readonly string[] }) {
  const runs = useControl('listConformanceRuns', {})
  const [quick, setQuick] = useState('')
  const list = runs.data?.data ?? []
  const running = list.find(({ ended_at }) => ended_at === null)
  const chosen = list.find(run => run.id === id) ?? list[0]
  const start = (target?: string) =>
    act(
      control('startConformanceRun', { body: { target, [quick || 'quick']: quick !== '' } }),
      'The suite runs',
      { quiet: true },
    ).then(run => run && go(href(['conformance'])))
  const isOff = running !== undefined || runs.data?.is_available !== true
  return (
    <Page
      name="Conformance"
      title={chosen?.counts ? sumOf(chosen.counts) : 'Conformance'}
      note={
        chosen?.counts ? (
          <>
            {chosen.target}, <Time at={chosen.started_at} />
          </>
        ) : (
          'The suite asks a deployment what the specification states, sentence by sentence.'
        )
      }
      actions={
        <>
          <Select
            label="What is checked"
            value={quick}
            onChange={setQuick}
            options={[
              ['', 'Everything'],
              ['quick', 'Half a minute'],
              ['read_only', 'Reads only'],
            ]}
          />
          <Button
            disabled={isOff}
            onClick={() => openFile('.yaml,.yml,.json', file => file.text().then(start))}
          >
            Run a target file
          </Button>
          <Button kind="primary" icon="runs" disabled={isOff} onClick={() => start()}>
            Run against this mock
          </Button>
        </>
      }
    >
      {running ? <Progress run={running} /> : null}
      <Loaded read={runs}>
        {({ is_available }) =>
          chosen ? (
            <Result run={chosen} runs={list} />
          ) : (
            <Panel>
              <Empty
                title={is_available ? 'The suite has not run yet' : 'This mock does not have the suite'}
                text={
                  is_available
                    ? 'Against this mock it asks a copy of the workspace, whose clock is fast; nothing of yours changes. A target file names a deployment and its keys.'
                    : 'A program started it. The command line has the suite:'
                }
              >
                {is_available ? null : <Code text={`npx --no agent-work conformance --target target.yaml`} />}
              </Empty>
            </Panel>
          )
        }
      </Loaded>
    </Page>
  )
}

const sumOf = ({ met, violated, not_exercised: open }: Schemas['ConformanceCounts']) =>
  `${met} met, ${violated} violated${open > 0 ? `, ${open} not exercised` : ''}`

function Progress({ run }: { run: Run }) {
  const { id, done, total, doing, target } = run
  const stop = () =>
    act(
      control('stopConformanceRun', { path: { run_id: id } }),
      'The suite removes what it created, and stops',
    )
  return (
    <section class="notice row wrap" aria-label="The suite runs">
      <span class="grow stack tight">
        <span class="row between wrap">
          <span>
            <span class="strong">{target}</span> <span class="muted mono">{doing}</span>
          </span>
          <span class="number muted">{total ? `${done} of ${counted(total, 'scenario')}` : 'Beginning'}</span>
        </span>
        <progress class="progress" aria-label="Scenarios that have ended" max={total || 1} value={done} />
      </span>
      <Button small onClick={stop}>
        Stop
      </Button>
    </section>
  )
}

function Result({ run, runs }: { run: Run; runs: readonly Run[] }) {
  const since = place.value.query.get('since')
  const read = useControl('readConformanceRun', { path: { run_id: run.id } })
  const before = useControl('readConformanceRun', since ? { path: { run_id: since } } : null)
  return (
    <>
      {run.outcome ? (
        <div class={run.counts ? 'soft' : 'notice row wrap red prewrap'}>{run.outcome}</div>
      ) : null}
      {since && before.data ? (
        <p class="row">
          <span>Compared with {since}</span>
          <a href={hrefHere({ since: null, verdict: null })}>Compare no longer</a>
        </p>
      ) : null}
      {run.counts && (!since || before.data) ? (
        <Loaded read={read}>
          {({ report }) =>
            report && <ReportPanel report={report} before={before.data?.report?.requirements} />
          }
        </Loaded>
      ) : null}
      <History runs={runs} chosen={run} />
    </>
  )
}

/** The report as its own page shows it. In a shadow root, so that the styles of neither reach the other. */
function ReportPanel({ report, before }: { report: Report; before: Report['requirements'] | undefined }) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<ReportView>(null)
  const { verdict, section, text } = Object.fromEntries(place.value.query)
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    // The control API passes on what the suite has said.
    view.current = reportView(report as unknown as SuiteReport, {
      was: before && new Map(before.map(row => [row.id, row.verdict])),
      onFilter: filter => go(hrefHere({ ...filter }), filter.text !== (place.value.query.get('text') ?? '')),
    })
    root.replaceChildren(...element('div', view.current.nodes).childNodes)
  }, [report, before])
  useEffect(
    () =>
      view.current?.filter({
        ...(verdict && { verdict }),
        ...(section && { section }),
        ...(text && { text }),
      }),
    [report, before, verdict, section, text],
  )
  return <div class="report" ref={host} />
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

function History({ runs, chosen }: { runs: readonly Run[]; chosen: Run }) {
  return (
    <Panel title="Runs of the suite" flush>
      <Table
        rows={runs}
        columns={[
          {
            head: 'Run',
            cell: ({ id }) => (
              <a
                class={id === chosen.id ? 'strong' : ''}
                aria-current={id === chosen.id ? 'true' : undefined}
                href={href(['conformance', id])}
              >
                {id}
              </a>
            ),
          },
          {
            head: 'Result',
            cell: ({ counts, ended_at }) => (counts ? sumOf(counts) : ended_at ? 'did not begin' : 'at work'),
          },
          { head: 'Began', align: 'end', cell: ({ started_at }) => <Time at={started_at} /> },
          {
            head: 'What changed',
            hideHead: true,
            cell: ({ id, counts }) =>
              counts && chosen.counts && id !== chosen.id ? (
                <a href={href(['conformance', chosen.id], { since: id })}>
                  Compare<span class="only-read"> with {id}</span>
                </a>
              ) : null,
          },
        ]}
      />
    </Panel>
  )
}
