// The conformance suite: started here, its progress, its verdicts by section, and what changed since another run.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ControlComponents } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Coded } from '../kit/coded.tsx'
import { Select } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { Table } from '../kit/table.tsx'
import { Segments } from '../kit/tabs.tsx'
import { counted, HttpStatus, inWords, Status, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { actControl } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'
import { openFile } from './parts/open-file.ts'

type Schemas = ControlComponents['schemas']
type Run = Schemas['ConformanceRun']
type Report = Schemas['ConformanceReport']
type Requirement = Schemas['JudgedRequirement']

/** The worst first. */
const verdicts = ['violated', 'harness error', 'not exercised', 'waived', 'met'] as const

export default function Conformance({ path: [, , id] }: { path: readonly string[] }) {
  const runs = useControl('listConformanceRuns', {}, ['conformance', 'control'])
  const [quick, setQuick] = useState('')
  const list = runs.data?.data ?? []
  const running = list.find(({ ended_at }) => ended_at === null)
  const chosen = list.find(run => run.id === id) ?? list[0]
  const start = (target?: string) =>
    actControl(
      'startConformanceRun',
      { body: { ...(target && { target }), [quick || 'quick']: quick !== '' } },
      { said: 'The suite runs', undo: false, quiet: true },
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
          <span class="key-select">
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
          </span>
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
              <Empty title={is_available ? 'The suite has not run yet' : 'This mock does not have the suite'}>
                <p>
                  {is_available
                    ? 'Against this mock it asks a copy of the workspace, whose clock is fast; nothing of yours changes. A target file names a deployment and its keys.'
                    : 'A program started it. The command line has the suite:'}
                </p>
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
    actControl(
      'stopConformanceRun',
      { path: { run_id: id } },
      { said: 'The suite removes what it created, and stops', undo: false },
    )
  return (
    <section class="notice" aria-label="The suite runs">
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
  const read = useControl('readConformanceRun', { path: { run_id: run.id } }, ['conformance'])
  const before = useControl('readConformanceRun', since ? { path: { run_id: since } } : null, [])
  const history = <History runs={runs} chosen={run} />
  if (!run.counts)
    return (
      <>
        {run.outcome ? <div class="notice red prewrap">{run.outcome}</div> : null}
        {history}
      </>
    )
  return (
    <>
      <p class="soft">{run.outcome}</p>
      <div class="columns">
        <Loaded read={read}>
          {({ report }) =>
            report && (
              <div class="stack loose">
                {before.data ? null : <Causes report={report} />}
                <Requirements report={report} before={before.data?.report ?? undefined} />
                {before.data ? null : <Advice report={report} />}
              </div>
            )
          }
        </Loaded>
        <div class="stack loose">
          {read.data?.report ? <Sections report={read.data.report} /> : null}
          {history}
        </div>
      </div>
    </>
  )
}

/** The sections, those with more than met requirements first and with a bar of their verdicts. */
function Sections({ report: { requirements, sections } }: { report: Report }) {
  const isOpen = (rows: readonly Requirement[]) => rows.some(({ verdict }) => verdict !== 'met')
  const bySection = [...Map.groupBy(requirements, ({ section }) => section)].sort(
    ([, a], [, b]) => Number(isOpen(b)) - Number(isOpen(a)),
  )
  return (
    <Panel title="By section">
      <ul class="stack">
        {bySection.map(([section, rows]) => {
          const isChosen = place.value.query.get('section') === section
          return (
            <li key={section}>
              <a
                class="stack tight"
                aria-current={isChosen ? 'true' : undefined}
                href={hrefHere({ section: isChosen ? null : section, verdict: isChosen ? null : 'all' })}
              >
                <span class="row between">
                  <span class={isChosen ? 'strong' : ''}>
                    {section} {sections[section]}
                  </span>
                  <span class="muted number">{countsText(rows)}</span>
                </span>
                {isOpen(rows) ? (
                  <span class="verdicts">
                    {verdicts.toReversed().map(name => (
                      <i
                        key={name}
                        class={name.replace(' ', '-')}
                        style={{ flex: rows.filter(({ verdict }) => verdict === name).length }}
                      />
                    ))}
                  </span>
                ) : null}
              </a>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function countsText(rows: readonly Requirement[]): string {
  const met = rows.filter(({ verdict }) => verdict === 'met').length
  const violated = rows.filter(({ verdict }) => verdict === 'violated').length
  return `${met} of ${rows.length}${violated ? `, ${violated} violated` : ''}`
}

function Requirements({ report, before }: { report: Report; before: Report | undefined }) {
  const { query } = place.value
  const section = query.get('section')
  const old = new Map(before?.requirements.map(({ id, verdict }) => [id, verdict]))
  const inSection = report.requirements.filter(
    row => (!section || row.section === section) && (!before || old.get(row.id) !== row.verdict),
  )
  const groups = verdicts
    .map(verdict => [verdict, inSection.filter(row => row.verdict === verdict)] as const)
    .filter(([, rows]) => rows.length > 0)
  const wanted = query.get('verdict') ?? (before ? 'all' : groups[0]?.[0])
  const shown = groups.filter(([verdict]) => wanted === 'all' || verdict === wanted)
  return (
    <Panel
      title={before ? `What changed since ${query.get('since')}` : 'Requirements'}
      flush
      {...(before && { link: ['All requirements', hrefHere({ since: null, verdict: null })] as const })}
    >
      <div class="filters body">
        <Segments
          label="Verdict"
          current={wanted ?? 'all'}
          options={[['all', inSection] as const, ...groups].map(([id, rows]) => ({
            id,
            text: `${inWords(id)} ${rows.length}`,
            href: hrefHere({ verdict: id }),
          }))}
        />
      </div>
      {shown.length === 0 ? <Empty title={before ? 'No verdict changed' : 'Nothing here'} /> : null}
      <ul class="cards tight">
        {shown.flatMap(([, rows]) =>
          rows.map(row => (
            <Judged key={row.id} row={row} was={old.get(row.id)} report={report} isMixed={wanted === 'all'} />
          )),
        )}
      </ul>
    </Panel>
  )
}

function Judged({
  row: { id, verdict, statement, operations, findings, section },
  was,
  report,
  isMixed,
}: {
  row: Requirement
  was: string | undefined
  report: Report
  /** Whether others in the list have another verdict. */
  isMixed: boolean
}) {
  const notShown = report.not_shown.filter(({ requirements }) => requirements.includes(id))
  const state = (
    <span class="row">
      {was ? (
        <>
          <Status value={was} /> <span aria-hidden="true">→</span>
          <span class="only-read">then</span>
        </>
      ) : null}
      {isMixed || was ? <Status value={verdict} /> : null}
    </span>
  )
  return (
    <Row first={id} text={statement} last={state}>
      {findings.map(({ sentence, exchanges }) => (
        <div key={sentence} class="stack tight">
          <p class="soft">{sentence}</p>
          <Calls ids={exchanges} report={report} />
        </div>
      ))}
      {notShown.map(({ add, why }) => (
        <p class="soft" key={add}>
          {why} {add ? <code>{add}</code> : null}
        </p>
      ))}
      <p class="muted small">
        Section {section}, {operations.join(', ')}
      </p>
    </Row>
  )
}

/** A line that opens. */
function Row(line: { first: string; text: string; last: ComponentChildren; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary class="judged">
          <span class="mono">{line.first}</span>
          <span>
            <Coded text={line.text} />
          </span>
          {line.last}
        </summary>
        {isOpen ? <div class="stack lint-more">{line.children}</div> : null}
      </details>
    </li>
  )
}

/** The first two of these calls. */
function Calls({ ids, report }: { ids: readonly string[]; report: Report }) {
  return ids.slice(0, 2).map(id => {
    const { key, curl, response } = report.exchanges[id] ?? {}
    return response ? (
      <div class="stack tight" key={id}>
        <p class="row small">
          <HttpStatus status={response.status} /> as {key}
        </p>
        <Code text={curl!} />
        <Code text={response.body.slice(0, 2_000) || 'no body'} />
      </div>
    ) : null
  })
}

/** What explains the violations. */
function Causes({ report }: { report: Report }) {
  const { causes } = report
  if (causes.length === 0) return null
  return (
    <Panel title={`Violated by ${counted(causes.length, 'cause')}`} flush>
      <ul class="cards tight">
        {causes.map(({ what, severity, violations, exchange }) => (
          <Row
            key={what}
            first={severity}
            text={what}
            last={<span class="muted number">{counted(violations.length, 'requirement')}</span>}
          >
            {violations.map(({ id, sentence }) => (
              <p class="soft" key={id}>
                <span class="mono">{id}</span> {sentence}
              </p>
            ))}
            <Calls ids={exchange === null ? [] : [exchange]} report={report} />
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function Advice({ report }: { report: Report }) {
  const { advice } = report
  if (advice.length === 0) return null
  return (
    <Panel title="Advice: implied, not stated" flush>
      <ul class="cards tight">
        {advice.map(({ id, reading, seen, exchanges }) => (
          <Row key={id} first={id.replace('advice/', '')} text={reading} last={null}>
            <p class="soft">{seen}</p>
            <Calls ids={exchanges} report={report} />
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function History({ runs, chosen }: { runs: readonly Run[]; chosen: Run }) {
  return (
    <Panel title="Runs of the suite" flush>
      <Table
        rows={runs}
        id={({ id }) => id}
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
