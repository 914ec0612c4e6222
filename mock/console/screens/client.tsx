// Lint and coverage of the client's calls.
import { Code } from '../kit/code.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { counted } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { useControl } from '../state/reads.ts'

export default function Client({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const lint = useControl('lintClient', { path: { workspace_id: ws } }, ['exchanges', 'control'])
  const coverage = useControl('readCoverage', { path: { workspace_id: ws } }, [
    'exchanges',
    'runs',
    'tasks',
    'approvals',
    'workflow_runs',
  ])
  return (
    <Page
      title="Lint and coverage"
      note="What your client did against the advice of the specification, and how much of the service it has used. What this console does counts for neither."
    >
      <div class="columns even">
        <Panel title="Lint" flush>
          <Loaded read={lint}>
            {({ problems, checked, unseen }) => (
              <>
                {problems.length === 0 ? (
                  <Empty title={checked === 0 ? 'Nothing to check yet' : 'No problems'}>
                    <p>
                      {checked === 0
                        ? `Calls of your client are checked by ${unseen.length} rules as they come.`
                        : `${counted(checked, 'call')} checked by ${unseen.length} rules.`}
                    </p>
                  </Empty>
                ) : (
                  <ul class="cards">
                    {problems.map(({ rule, severity, section, advice, todo, count, examples }) => (
                      <li key={rule}>
                        <div class="row wrap">
                          <span class={`tag ${severity === 'warning' ? 'amber' : ''}`}>{severity}</span>
                          <span class="strong grow">{advice}</span>
                          <span class="muted small">
                            {count}× · <span class="mono">{rule}</span> · section {section}
                          </span>
                        </div>
                        <p class="soft">{todo}</p>
                        <ul class="stack tight small">
                          {examples.slice(0, 3).map(({ what, exchanges }) => (
                            <li key={what}>
                              {what}{' '}
                              {exchanges.slice(0, 4).map(id => (
                                <a key={id} class="mono" href={href([ws, 'journal', id])}>
                                  {id}{' '}
                                </a>
                              ))}
                            </li>
                          ))}
                        </ul>
                      </li>
                    ))}
                  </ul>
                )}
                <footer class="stack">
                  <p class="muted small">To fail a build on these:</p>
                  <Code text={`npx --no agent-work lint --base-url ${location.origin} --workspace ${ws}`} />
                </footer>
              </>
            )}
          </Loaded>
        </Panel>
        <Panel title="Coverage" flush>
          <Loaded read={coverage}>
            {({ areas, exchanges }) => (
              <>
                <ul class="cards">
                  {areas.map(({ area, means, covered, total, percent, exercised, missing }) => (
                    <li key={area}>
                      <details>
                        <summary class="coverage-line">
                          <span class="strong">{area[0]!.toUpperCase() + area.slice(1)}</span>
                          <span class="meter" role="img" aria-label={`${percent} percent`}>
                            <span style={{ width: `${percent}%` }} />
                          </span>
                          <span class="number right">
                            {covered} of {total}
                          </span>
                        </summary>
                        <div class="stack">
                          <p class="muted small">{means}</p>
                          {exercised.length > 0 ? (
                            <p class="small">
                              <span class="strong">Used:</span>{' '}
                              {exercised.map(({ name, times }) => `${name} (${times})`).join(', ')}
                            </p>
                          ) : null}
                          <p class="small soft">
                            <span class="strong">Missing:</span> {missing.slice(0, 80).join(', ')}
                            {missing.length > 80 ? ` and ${missing.length - 80} more` : ''}
                          </p>
                        </div>
                      </details>
                    </li>
                  ))}
                </ul>
                <footer class="stack">
                  <p class="muted small">By {counted(exchanges, 'call')}. To ask for it in a build:</p>
                  <Code
                    text={`npx --no agent-work coverage --base-url ${location.origin} --workspace ${ws}`}
                  />
                </footer>
              </>
            )}
          </Loaded>
        </Panel>
      </div>
    </Page>
  )
}
