// What a report says to its reader, from one run against a mock that breaks three sentences.
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { OperationUsage } from '#openapi/usage'
import { startDeployments } from '../../evaluation/proof/deployments.ts'
import { matrixHtml, matrixMarkdown } from '../commands/matrix.ts'
import { scenario } from '../engine/scenario.ts'
import { type Report, run, type TargetInput } from '../index.ts'
import { NOTHING_SEEN } from '../requirements/missing.ts'
import { readTarget } from '../target/target.ts'
import { html } from './html.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { terminal } from './terminal.ts'

const deployments = await startDeployments(300)
afterAll(() => deployments[Symbol.asyncDispose]())

const lenient = {
  profile: { 'paused-waiting-status': 'waiting' },
  intercept: {
    operation: (row: { id: string }) => (row.id === 'listModels' ? { ...row, scopes: [] } : row),
    reply: (answer: { status: number }, exchange: { operation: { id: string } }) =>
      ['getWallet', 'pauseRun'].includes(exchange.operation.id) && answer.status === 200
        ? { ...answer, status: 202 }
        : answer,
  },
}
const parts = ['SCOPE-05', 'RUN', 'TASK-01', 'WALLET', 'runs/ask-text', 'advice/', 'AGENCY']
const part = {
  only: parts,
  journal: false,
  skipRateLimit: true,
  command: 'agent-work conformance --target t.yaml',
} as const

const { target } = deployments.open(lenient as object)
const before = await run(deployments.open().target, part)
const report = await run(target, { ...part, compare: before })

const rowOf = (id: string) => report.requirements.find(row => row.id === id)

test('each violation says what would have been right, how sure it is, and how to repeat just this', () => {
  expect(rowOf('RUN-10')?.violation).toEqual({
    right: 'a reply with 200',
    sure: 'seen once',
    repeat: 'agent-work conformance --target t.yaml --only RUN-10',
  })
  expect(rowOf('SCOPE-05')?.violation?.right).toContain('a refusal')
  expect(rowOf('TASK-01')?.violation).toBeNull()
})

test('every form begins with the verdict in one sentence', () => {
  expect(report.outcome).toMatch(
    /^\d+ requirements are violated, by 3 causes; \d+ others were not exercised\.$/,
  )
  const [line] = terminal(report).split('\n')
  const [heading] = markdown(report).split('\n')
  expect(line).toBe(report.outcome)
  expect(heading).toBe(`## ${report.outcome}`)
  expect(before.outcome).toMatch(/^Nothing contradicts the specification; /)
})

const ids = (count: number) => Array.from({ length: count }, (_, n) => `SCOPE-${n}`).join(',')

test('violations of one cause stand together under the wrong status, the most severe cause first', () => {
  const causes = report.causes.map(({ what, severity }) => `${severity}: ${what}`)
  expect(causes).toEqual([
    'security: GET /v1/models answered 200, where a refusal is stated',
    'behaviour: POST /agents/runs/{run_id}/pause answered 202, where 200 is stated',
    'figures: GET /wallet answered 202, where 200 is stated',
  ])
  const violated = report.requirements.filter(row => row.verdict === 'violated').map(row => row.id)
  const listed = report.causes.flatMap(cause => cause.violations.map(one => one.id))
  expect(listed.toSorted()).toEqual(violated.toSorted())
  for (const { exchange, repeat, violations } of report.causes) {
    expect([200, 202]).toContain(report.exchanges[exchange ?? '']?.response.status)
    expect(repeat).toBe(`${part.command} --only ${violations.map(one => one.id).join(',')}`)
  }
  const many = {
    ...report,
    causes: report.causes.map(one => ({ ...one, repeat: `again --only ${ids(23)}` })),
  }
  const lines = terminal(many).split('\n')
  expect(lines.filter(line => line.includes('--only')).map(line => line.split(',').length)).toEqual(
    many.causes.flatMap(() => [10, 10, 3]),
  )
  for (const text of [terminal(report), markdown(report)]) {
    const places = ['GET /v1/models', '/pause answered', 'GET /wallet'].map(what =>
      text.replaceAll('&#95;', '_').indexOf(what),
    )
    expect(places.every(place => place >= 0)).toBe(true)
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
  }
})

test('what clients rely on is checked first, and a violation says whom it hurts', async () => {
  const call: OperationUsage = { sends: {}, replies: { 200: [] }, reads: 'unknown' }
  const client = (name: string, ...ids: string[]) => ({
    usage: 1 as const,
    client: name,
    complete: true,
    operations: Object.fromEntries(ids.map(id => [id, call])),
  })
  const clients = [client('billing', 'getWallet'), client('planner', 'listTasks', 'listModels')]
  using deployment = deployments.open(lenient as object)
  const hurt = await run(deployment.target, { ...part, only: ['RUN-10', 'SCOPE-05', 'WALLET'], clients })
  expect(hurt.causes[0]?.what).toMatch(/^GET \/wallet answered 202/)
  const hurts = (id: string) => hurt.requirements.find(row => row.id === id)?.violation?.hurts
  expect(hurt.causes[0]?.violations.map(({ id }) => hurts(id)?.join())).toContain('billing (getWallet)')
  // The client never met the refusal that is missing, and never pauses a run.
  expect([hurts('SCOPE-05'), hurts('RUN-10')]).toEqual([[], []])
  for (const text of [terminal(hurt), markdown(hurt)]) expect(text).toMatch(/hurts billing .*getWallet/)

  const begun: string[] = []
  const one = (id: string, requirement: string, seconds: number) =>
    scenario({ id, title: id, requirements: [requirement], cost: { seconds }, run: async () => {} })
  await run(deployment.target, {
    journal: false,
    clients: clients.slice(0, 1),
    scenarios: [one('t/long', 'RUN-10', 60), one('t/wallet', 'WALLET-01', 1)],
    progress: event => event.kind === 'begin' && begun.push(event.scenario),
  })
  expect(begun).toEqual(['t/wallet', 't/long'])
})

test('violations of one rule by one operation are one cause, however many calls show them', async () => {
  const filters = scenario({
    id: 't/filters',
    title: 'filters that do nothing',
    requirements: ['TASK-09', 'TASK-10', 'TASK-22', 'TASK-26', 'TASK-13'],
    async run(t) {
      for (const [id, assignee_type] of Object.entries({ 'TASK-09': 'user', 'TASK-10': 'agent' })) {
        const reply = await t.call('listTasks', { query: { assignee_type } })
        t.violated('filter-satisfied', id, `assignee_type=${assignee_type} lists what does not fit`, reply)
      }
      for (const id of ['TASK-22', 'TASK-26'])
        t.violated('stated-status', id, 'invalid, and served', await t.call('listTasks'))
      t.violated('stated-status', 'TASK-13', 'seen without a rule', await t.call('listTasks'))
    },
  })
  using deployment = deployments.open()
  const only = [filters.id]
  const { causes, outcome } = await run(deployment.target, { journal: false, scenarios: [filters], only })
  expect(causes.map(({ what, violations }) => [what, violations.map(one => one.id)])).toEqual([
    ["GET /tasks breaks a rule: a filter's rows all satisfy it", ['TASK-09', 'TASK-10']],
    ['GET /tasks answered 200, where 422 is stated', ['TASK-22', 'TASK-26']],
    ['seen without a rule', ['TASK-13']],
  ])
  expect(outcome).toBe('5 requirements are violated, by 3 causes.')
})

test('a violation and what is met name their rule, with the calls it looked at', () => {
  const rule = 'a valid request of a permitted key is answered with the stated status'
  expect(rowOf('RUN-10')?.findings[0]).toMatchObject({ kind: 'violated', rule: 'stated-status' })
  expect(report.rules['stated-status']?.says).toBe(rule)
  for (const text of [terminal(report), markdown(report), html(report), junit(report)])
    expect(text).toContain(rule)
  const met = rowOf('RUN-06')?.findings.find(finding => finding.kind === 'met')
  expect(met?.rule).toBe('stated-status')
  expect(met?.exchanges.map(id => report.exchanges[id]?.operation)).toEqual(['startRun'])
})

test('requirements stand in the order of the specification, and every form explains the verdicts', () => {
  const sections = [...new Set(report.requirements.map(row => Number(row.section)))]
  expect(sections).toEqual(sections.toSorted((a, b) => a - b))
  expect(sections.length).toBeGreaterThan(4)
  for (const text of [terminal(report), markdown(report).replaceAll('*', ''), html(report)])
    expect(text).toMatch(/not exercised['"]?: ['"]?not seen either way/)
})

test('a sentence ends with what it is about, and a missing scope is called by its name', () => {
  const sentences = report.requirements.flatMap(row => row.findings.map(finding => finding.sentence))
  expect(sentences.some(one => /which lacks chat:read/.test(one))).toBe(true)
  const scenarios = report.scenarios.map(({ id }) => id)
  for (const line of terminal(report)
    .split('\n')
    .filter(one => /^ +seen /.test(one)))
    expect(scenarios.filter(id => line.endsWith(id))).toEqual([])
})

test('shows what changed since another report, the violations first', () => {
  expect(report.changes?.since).toBe(before.started_at)
  expect(report.changes?.worse[0]).toMatch(/met → violated/)
  expect(terminal(report)).toContain(`Since ${before.started_at}`)
})

test('reads reports from before findings named rules and violations had causes', async () => {
  const { causes: _, not_shown: __, rules: ___, ...rest } = before
  const requirements = before.requirements.map(row => ({
    ...row,
    findings: row.findings.map(({ rule: ____, ...finding }) => finding),
  }))
  const old = { ...rest, requirements } as unknown as Report
  using deployment = deployments.open()
  const again = await run(deployment.target, { ...part, only: ['TASK-01'], since: old, compare: old })
  expect(again.requirements.length).toBe(before.counts.met)
  expect(again.changes?.worse).toEqual([])
  for (const finding of again.requirements.flatMap(row => row.findings))
    expect(finding.rule).not.toBeUndefined()
})

test('what is implied is advice, and red only where the run is strict', async () => {
  expect(before.advice).toEqual([])
  expect(report.advice).toMatchObject([{ id: 'waiting-is-paused' }])
  using deployment = deployments.open({ profile: lenient.profile } as object)
  const only = { ...part, only: ['advice/', 'runs/ask-text'], allowNotExercised: ['all'] }
  expect((await run(deployment.target, only)).exit).toBe(0)
  expect((await run(deployment.target, { ...only, strict: true })).outcome).toContain('--strict')
})

const POOR = [...parts, 'ROLE', 'VIS', 'SCOPE', 'AGENT', 'KNOW', 'TASK']

test('what was not exercised says why, and names lines that make a target with those that are there', async () => {
  using deployment = deployments.open()
  const { base_url, keys: all, pace = {} } = deployment.target
  const admin = { value: Object.values(all)[0]?.value ?? '' }
  const poor = { base_url, keys: { admin }, pace }
  const report = await run(poor, { ...part, only: POOR, readOnly: true })
  expect(report.outcome).toMatch(/^Nothing contradicts the specification; .* because 8 keys are missing\.$/)
  // What to add comes first, the most useful line before the others.
  const helping = report.not_shown.filter(one => one.add !== null)
  expect(report.not_shown.slice(0, helping.length)).toEqual(helping)
  const sizes = helping.map(one => one.requirements.length)
  expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes)
  const [verdict, , title, line] = terminal(report).split('\n')
  expect([verdict, title, line]).toEqual([
    report.outcome,
    'To show more, add to the target',
    `  ${helping[0]?.add}`,
  ])
  expect(markdown(report)).toMatch(/<details open><summary>To show more/)
  const { requirements } = report
  const open = requirements.filter(({ verdict }) => verdict === 'not exercised')
  expect(open.filter(({ findings }) => findings[0]?.sentence === NOTHING_SEEN.what)).toEqual([])
  const lines = new Set(open.flatMap(row => row.add))
  expect([...lines]).toContain('fixtures: { agency-client: { id: CLIENT_ID } }')
  expect([...lines]).toContain(
    'keys: { manager: { env: MANAGER_KEY, role: manager, scopes: all, owner: ANOTHER_NAME } }',
  )
  const env = Object.fromEntries(keyVariables(lines)) as Record<string, string>
  for (const line of lines) {
    const { keys, ...other } = parse(line.replace(/, key: NAME_\w+/, ', key: admin')) as Partial<TargetInput>
    expect(() => readTarget({ ...poor, ...other, keys: { ...poor.keys, ...keys } }, env)).not.toThrow()
  }
})

const keyVariables = (lines: ReadonlySet<string>) =>
  [...lines].flatMap(line => [...line.matchAll(/env: (\w+)/g)].map(([, name]) => [name, 'a key']))

test('reports stand side by side, requirement by requirement, with their answers to gaps', () => {
  const text = matrixMarkdown([before, report])
  expect(text).toMatch(/\| RUN-10 \| .* \| met \| violated \|/)
  expect(text).toContain('| paused-waiting-status | paused | ')
  const page = matrixHtml([before, report])
  expect(page.match(/<tr class="differs">/g)?.length).toBeGreaterThan(3)
})

test('what all replies together showed is repeated by the whole run', async () => {
  const unlisted = {
    intercept: {
      reply: (answer: { body: { data: { status: string }[] } }, exchange: { operation: { id: string } }) =>
        exchange.operation.id === 'listRuns'
          ? {
              ...answer,
              body: { ...answer.body, data: answer.body.data.filter(row => row.status !== 'stopped') },
            }
          : answer,
    },
  }
  using deployment = deployments.open(unlisted as object)
  const seen = await run(deployment.target, { ...part, only: ['RUN-13', 'runs/stop-paused'] })
  const row = seen.requirements.find(one => one.id === 'RUN-13')
  expect(row?.findings.find(({ kind }) => kind === 'violated')?.scenario).toBe('general/frames')
  expect(row?.violation?.repeat).toBe(part.command)
  expect(seen.causes.find(({ violations }) => violations.some(one => one.id === 'RUN-13'))?.repeat).toBe(
    part.command,
  )
})

test('a fixture that the target names is not suggested to it', async () => {
  using deployment = deployments.open()
  const { fixtures = {} } = deployment.target
  const finishes = fixtures['agent-finishes']
  const asked = (named: object) =>
    run(
      { ...deployment.target, fixtures: { 'agent-finishes': finishes, ...named } as typeof fixtures },
      {
        ...part,
        only: ['runs/ask-fields'],
      },
    )
  const suggested = (one: Awaited<ReturnType<typeof asked>>) =>
    one.requirements.flatMap(({ add }) => add).filter(line => line.includes('agent-asks-fields'))
  expect(suggested(await asked({}))).not.toEqual([])
  expect(suggested(await asked({ 'agent-asks-fields': { ...finishes, values: { any: 'value' } } }))).toEqual(
    [],
  )
})
