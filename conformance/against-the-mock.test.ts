import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, expect, test } from 'vitest'
import { startDeployments } from '../evaluation/proof/deployments.ts'
import { launchChromium, noBrowser } from '../mock/testing/chromium.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { planFor, select } from './engine/run-plan.ts'
import { plan, run } from './index.ts'
import { badge } from './report/badge.ts'
import { compare } from './report/diff.ts'
import { html } from './report/html.ts'
import { junit } from './report/junit.ts'
import { markdown } from './report/markdown.ts'
import { reportSchema } from './report/report.ts'
import { terminal } from './report/terminal.ts'
import { suite } from './suite/index.ts'
import { readTarget } from './target/target.ts'

const deployments = await startDeployments(300)
afterAll(() => deployments[Symbol.asyncDispose]())
const { secrets, report } = await judgeClean()

async function judgeClean() {
  using deployment = deployments.open()
  const secrets = Object.values(deployment.target.keys).flatMap(key => key.value ?? [])
  return { secrets, report: await run(deployment.target, { journal: false, skipRateLimit: true }) }
}

test('the clean mock violates nothing, and nothing is left behind', () => {
  const violated = report.requirements.filter(row => row.verdict === 'violated')
  expect(violated.map(row => `${row.id}: ${row.findings[0]?.sentence}`)).toEqual([])
  expect(report.scenarios.flatMap(scenario => scenario.fault ?? [])).toEqual([])
  expect(report.leftovers).toEqual([])
})

test('with a thorough target everything is met: what passes too quickly at this clock, at a slower one', async () => {
  const open = report.requirements.filter(row => row.verdict === 'not exercised').map(row => row.id)
  await using slower = await startDeployments(60)
  using deployment = slower.open()
  const again = await run(deployment.target, { journal: false, only: open })
  const still = again.requirements.filter(row => open.includes(row.id) && row.verdict !== 'met')
  expect(still.map(row => `${row.id}: ${row.findings[0]?.sentence}`)).toEqual([])
})

test('where a new record is not found at first, what needs one is judged all the same', async () => {
  await using slower = await startDeployments(20)
  const profile = { 'read-after-write': 'seconds-later', 'status-unknown-id': '403' }
  using deployment = slower.open({ profile } as object)
  const wanted = ['ASSIGN-04', 'CREATE-04', 'RUN-10', 'SCOPE-19', 'SCOPE-20', 'TASK-08']
  const late = await run(deployment.target, { journal: false, only: wanted })
  const open = late.requirements.filter(row => wanted.includes(row.id) && row.verdict !== 'met')
  expect(open.map(row => `${row.id}: ${row.findings[0]?.sentence}`)).toEqual([])
})

test('everything that is met names calls in which a violation could have been seen', () => {
  const findings = report.requirements.flatMap(({ id, findings: all }) => all.map(one => ({ id, ...one })))
  const met = findings.filter(({ kind }) => kind === 'met')
  expect(met.filter(({ rule, exchanges }) => rule === null || exchanges.length === 0)).toEqual([])
  const blind = findings.filter(({ sentence }) => sentence.includes('that could have shown otherwise'))
  expect(blind.map(({ id, sentence }) => `${id}: ${sentence}`)).toEqual([])
})

test('where no run makes progress, the time budget ends the waits without a violation', async () => {
  using deployment = deployments.open()
  deployment.tenants.home.simulation.setMode({ kind: 'frozen' })
  const { target } = deployment
  const stuck = await run(
    { ...target, budget: { ...target.budget, minutes: 0.02 }, pace: { ...target.pace, run_seconds: 1e6 } },
    { journal: false, skipRateLimit: true, allowNotExercised: ['all'] },
  )
  expect(stuck.exit).toBe(3)
  expect(stuck.outcome).toContain('the 0.02 minutes of the budget ended before the checks did')
  expect(stuck.cost.cuts).toContain('budget: 0.02 minutes are over')
  const verdictOn = (id: string) => stuck.requirements.find(row => row.id === id)?.verdict
  expect(verdictOn('RUN-02')).toBe('not exercised')
  expect(stuck.requirements.filter(row => row.verdict === 'violated').map(row => row.id)).toEqual([])
})

test('no output holds a key', () => {
  const outputs = [
    JSON.stringify(report),
    html(report),
    junit(report),
    markdown(report),
    badge(report),
    terminal(report),
  ].join('\n')
  expect(secrets.length).toBeGreaterThan(8)
  const forms = secrets.flatMap(secret => [secret, btoa(`${secret}:`).slice(0, 24)])
  expect(forms.filter(form => outputs.includes(form))).toEqual([])
})

test.skipIf(noBrowser !== undefined)('the page shows the report and loads nothing', async () => {
  const browser = await launchChromium()
  const folder = newFolder()
  try {
    writeFileSync(join(folder, 'report.html'), html(report))
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', error => problems.push(String(error)))
    page.on('request', request => problems.push(request.url()))
    await page.goto(`file://${folder}/report.html`)
    expect(problems.splice(0, 1)).toEqual([`file://${folder}/report.html`])
    expect(await page.locator('#list > details').count()).toBe(report.requirements.length)
    await page.fill('input[type=search]', 'CREATE-06')
    expect(await page.locator('#list > details').count()).toBe(1)
    expect(await page.locator('#list > details[open] pre').count()).toBeGreaterThan(0)
    // What was not exercised may be what no check ran for.
    await page.locator('.cell.met').first().click()
    await page.locator('#list details[open] .finding').first().waitFor()
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
})

test('the report fits its published schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const fits = ajv.compile(reportSchema)
  fits(JSON.parse(JSON.stringify(report)))
  expect(fits.errors).toBeNull()
})

test('a report differs from itself in nothing, and from a worse one in what got worse', () => {
  expect(compare(report, report)).toEqual({ worse: [], better: [], other: [] })
  const broken = structuredClone(report)
  const row = broken.requirements.find(one => one.verdict === 'met')
  if (row) row.verdict = 'violated'
  expect(compare(report, broken).worse).toHaveLength(1)
  expect(compare(broken, report).better).toHaveLength(1)
})

test('with one key and no fixtures it finds what it can, violates nothing and is incomplete', async () => {
  using deployment = deployments.open()
  const { base_url, keys, pace } = deployment.target
  const small = { base_url, keys: { admin: { value: keys.admin?.value ?? '' } }, ...(pace && { pace }) }
  const partial = await run(small, { journal: false, skipRateLimit: true })
  expect(
    partial.requirements.filter(row => row.verdict === 'violated').map(row => row.findings[0]?.sentence),
  ).toEqual([])
  // A run may pass too quickly to be caught, on a busy machine and a fast clock.
  expect(partial.counts.met).toBeGreaterThan(300)
  expect(partial.exit).toBe(3)
  // The plan says beforehand what the run is short of.
  const { scenarios, requirements } = select(suite)
  const { keys: planned } = planFor(readTarget(small), scenarios, requirements)
  const open = planned.groups.flatMap(group => group.requirements)
  const unkeyed = partial.requirements.filter(
    row => row.verdict === 'not exercised' && row.add[0]?.startsWith('keys: '),
  )
  expect(open.toSorted()).toEqual(unkeyed.map(row => row.id).toSorted())
  expect(partial.outcome).toContain(`${open.length} of them because ${planned.missing} keys are missing`)
  expect(plan(small)).toContain(
    `Missing keys: ${planned.missing}. ${open.length} of ${partial.requirements.length} requirements`,
  )
})

test('a plan for one requirement counts that one, whatever else its checks look at', () => {
  using deployment = deployments.open()
  const { scenarios, requirements } = select(suite, ['RUN-07'])
  const planned = planFor(readTarget(deployment.target), scenarios, requirements).scenarios
  expect(new Set(planned.flatMap(one => one.requirements))).toEqual(new Set(['RUN-07']))
})

test('read-only leaves no trace', async () => {
  using deployment = deployments.open()
  const before = deployment.tenants.home.tables.tasks.size + deployment.tenants.home.tables.runs.size
  const partial = await run(deployment.target, { journal: false, readOnly: true, skipRateLimit: true })
  expect(deployment.tenants.home.tables.tasks.size + deployment.tenants.home.tables.runs.size).toBe(before)
  expect(partial.counts.violated).toBe(0)
  expect(partial.cost.runs).toBe(0)
})

test('a plan sends nothing and names what is missing', () => {
  const text = plan({ base_url: 'http://127.0.0.1:9', keys: { admin: { value: 'x' } } })
  expect(text).toContain('agency-client 7')
  // Keys that the register asks for by the role of their owner, and keys that the scenarios ask for by scope.
  const poor = (scopes: 'all' | 'agents:read'[]) =>
    plan({ base_url: 'http://127.0.0.1:9', keys: { member: { value: 'x', role: 'member', scopes } } })
  expect(poor('all')).toMatch(/keys: \{ admin: .*\n +\d+: .*ANA-/)
  expect(poor(['agents:read'])).toMatch(/keys: \{ more: \{ env: MORE_KEY, scopes: all \} \}\n +\d{3}: /)
})
