// What the client has called and what it never saw, and what it did against the advice of the specification.
import type { Schemas } from '../calls/types.ts'
import { serviceTags } from '../generated/calls.gen.ts'
import { Code } from '../kit/code.tsx'
import { Legend } from '../kit/figures.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel, ReadPanel } from '../kit/page.tsx'
import { counted, inWords } from '../kit/values.tsx'
import { href, workspaceId } from '../routes.ts'
import { useControl } from '../state/reads.ts'

type Area = Schemas['Coverage']['areas'][number]
type LintProblem = Schemas['LintReport']['problems'][number]

export default function Client() {
  const lint = useControl('lintClient', {})
  const coverage = useControl('readCoverage', {})
  const areas = coverage.data?.areas ?? []
  const operations = areas.find(({ area }) => area === 'operations')
  const replies = areas.find(({ area }) => area === 'replies')
  return (
    <Page
      name="Lint and coverage"
      title={
        operations ? `${operations.covered} of ${operations.total} operations called` : 'Lint and coverage'
      }
      note="Every operation of the service with the replies that it declares. What this console does does not count."
    >
      <div class="columns">
        <Panel
          title="Operations and replies"
          actions={
            <Legend
              of={[
                ['seen', 'seen'],
                ['open', 'never seen'],
              ]}
            />
          }
        >
          <Loaded read={coverage}>{() => (replies ? <Matrix replies={replies} /> : null)}</Loaded>
        </Panel>
        <div class="stack loose">
          <ReadPanel title="Lint" flush read={lint}>
            {({ problems, checked, unseen }) => (
              <>
                {problems.length === 0 ? (
                  <Empty
                    title={checked === 0 ? 'Nothing to check yet' : 'No problems'}
                    text={
                      checked === 0
                        ? `Calls of your client are checked by ${unseen.length} rules as they come.`
                        : `${counted(checked, 'call')} checked by ${unseen.length} rules.`
                    }
                  />
                ) : (
                  <ul class="cards">
                    {problems.map(problem => (
                      <Problem key={problem.rule} problem={problem} />
                    ))}
                  </ul>
                )}
                <InBuild command="lint" />
              </>
            )}
          </ReadPanel>
          <Panel title="Also covered" flush>
            <ul class="cards">
              {areas
                .filter(one => one !== operations && one !== replies)
                .map(area => (
                  <AreaLine key={area.area} area={area} />
                ))}
            </ul>
            <InBuild command="coverage" />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** The operations by tag with the statuses that each declares, and how often each came. */
function Matrix({ replies: { exercised, missing } }: { replies: Area }) {
  // Each operation has one status of success, so they share a column.
  const columnOf = (status: string) => (status.startsWith('2') ? '2xx' : status)
  const cells = new Map<string, { status: string; times: number }>()
  for (const { name, times } of [...missing.map(name => ({ name, times: 0 })), ...exercised]) {
    const [operation, status = ''] = name.split(' ')
    const cell = `${operation} ${columnOf(status)}`
    cells.set(cell, { status, times: (cells.get(cell)?.times ?? 0) + times })
  }
  const columns = [...new Set([...cells.values()].map(({ status }) => columnOf(status)))].sort()
  return (
    <div class="table-frame">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">
              <span class="only-read">Operation</span>
            </th>
            {columns.map(status => (
              <th scope="col" key={status} class="mono">
                {status}
              </th>
            ))}
          </tr>
        </thead>
        {Object.entries(serviceTags).map(([tag, operations]) => (
          <tbody key={tag}>
            <tr>
              <th scope="rowgroup" colSpan={columns.length + 1}>
                {inWords(tag)}
              </th>
            </tr>
            {operations.map(operation => (
              <tr key={operation}>
                <th scope="row">
                  <a class="plain-link" href={href(['journal'], { operation })}>
                    {operation}
                  </a>
                </th>
                {columns.map(name => (
                  <td key={name}>
                    <Cell cell={cells.get(`${operation} ${name}`)} operation={operation} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Cell(props: { cell: { status: string; times: number } | undefined; operation: string }) {
  const { cell, operation } = props
  if (!cell) return null
  const { status, times } = cell
  if (times === 0)
    return (
      <span class="cell" title={`${operation} never answered ${status}`}>
        <span class="only-read">never</span>
      </span>
    )
  return (
    <a
      class={`cell is-seen ${status >= '400' ? 'red' : ''}`}
      href={href(['journal'], { operation, status })}
      title={`${operation} answered ${status}, ${times} times`}
    >
      {times}
      <span class="only-read">
        {' '}
        × {status} of {operation}
      </span>
    </a>
  )
}

function Problem({ problem }: { problem: LintProblem }) {
  const { rule, severity, section, advice, todo, count, examples } = problem
  return (
    <li>
      <details>
        <summary class="lint-line row">
          <span class={`status ${severity === 'warning' ? 'red' : ''}`.trim()}>
            <span class="only-read">{severity}</span>
          </span>
          <span class="grow">{advice}</span>
          <span class="muted number">{count}</span>
        </summary>
        <div class="stack lint-more">
          <p class="soft">{todo}</p>
          <ul class="stack tight small">
            {examples.slice(0, 3).map(({ what, exchanges }) => (
              <li key={what}>
                {what}{' '}
                {exchanges.slice(0, 4).map(id => (
                  <a key={id} class="mono" href={href(['journal', id])}>
                    {id}{' '}
                  </a>
                ))}
              </li>
            ))}
          </ul>
          <p class="muted small">
            <span class="mono">{rule}</span>, section {section}
          </p>
        </div>
      </details>
    </li>
  )
}

function AreaLine({ area: { area, means, covered, total, percent, exercised, missing } }: { area: Area }) {
  return (
    <li>
      <details>
        <summary class="coverage-line">
          <span>{inWords(area)}</span>
          <span class="meter" role="img" aria-label={`${percent} percent`}>
            <span style={{ width: `${percent}%` }} />
          </span>
          <span class="number right muted">
            {covered} of {total}
          </span>
        </summary>
        <div class="stack lint-more small soft">
          <p class="muted">{means}</p>
          {exercised.length > 0 ? (
            <p>
              <span class="strong">Seen:</span>{' '}
              {exercised.map(({ name, times }) => `${name} (${times})`).join(', ')}
            </p>
          ) : null}
          <p>
            <span class="strong">Never seen:</span> {missing.join(', ') || 'nothing'}
          </p>
        </div>
      </details>
    </li>
  )
}

function InBuild({ command }: { command: 'lint' | 'coverage' }) {
  return (
    <footer>
      <details>
        <summary class="muted small">In a build</summary>
        <Code
          text={`npx --no agent-work ${command} --base-url ${location.origin} --workspace ${workspaceId.value}`}
        />
      </details>
    </footer>
  )
}
