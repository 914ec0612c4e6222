import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { startDeployments } from '../../evaluation/proof/deployments.ts'
import { rejudge, verify } from '../commands/verify.ts'
import type { ProgressEvent } from '../engine/scheduler.ts'
import { type Report, run } from '../index.ts'
import { packEvidence, unpackEvidence } from './package.ts'

const stage = await startDeployments(300)
afterAll(() => stage[Symbol.asyncDispose]())
const lines: string[] = []
const part = {
  journal: false,
  skipRateLimit: true,
  only: ['RUN', 'WALLET', 'AUTH', 'ANA-07'],
} as const

// A mock that pauses nothing, so that there is a violation to be confirmed.
const pausesNothing = {
  intercept: {
    reply: (answer: { status: number }, exchange: { operation: { id: string } }) =>
      exchange.operation.id === 'pauseRun' && answer.status === 200 ? { ...answer, status: 202 } : answer,
  },
}

const broken = stage.open(pausesNothing as object)
const { target } = broken
const report = await run(target, { ...part, record: line => lines.push(line) })
broken[Symbol.dispose]()

const verdictOn = (of: Report, id: string) => of.requirements.find(row => row.id === id)?.verdict

test('a recording alone comes to every verdict again, violations too', async () => {
  expect(verdictOn(report, 'RUN-10')).toBe('violated')
  const found = await verify(packEvidence(target, lines, report), 'all.zip')
  expect(found.lines.filter(line => line.includes('→'))).toEqual([])
  expect(found.confirmed).toBe(true)
  expect(found.report.counts).toEqual(report.counts)
})

test('nothing in a package is a key, or made from one', () => {
  const files = Object.values(unzipSync(packEvidence(target, lines, report))).map(file => strFromU8(file))
  const secrets = Object.values(target.keys).flatMap(key => key.value ?? [])
  expect(secrets.length).toBeGreaterThan(8)
  for (const secret of secrets)
    for (const form of [secret, btoa(secret).replace(/=+$/, ''), btoa(`${secret}:`)])
      expect(files.some(file => file.includes(form))).toBe(false)
  const sent = lines.filter(line => line.includes('"key":"made up"'))
  expect(sent.length).toBeGreaterThan(20)
  // What is left beside it is a scheme.
  for (const line of sent) expect(line).toMatch(/"authorization":"(\(made up\)|[A-Za-z]{1,6}|[ ,])*"/)
})

test('a verdict that the exchanges do not bear is named, and so is a file that was altered', async () => {
  const better = structuredClone(report)
  for (const row of better.requirements) if (row.id === 'RUN-10') row.verdict = 'met'
  const found = await verify(packEvidence(target, lines, better), 'better.zip')
  expect(found.confirmed).toBe(false)
  expect(found.lines.join('\n')).toContain('RUN-10  met → violated')
  const files = unzipSync(packEvidence(target, lines, report))
  const altered = { ...files, 'report.json': strToU8(JSON.stringify(better)) }
  const { lines: said, confirmed } = await verify(zipSync(altered), 'altered.zip')
  expect([said[0], confirmed]).toEqual([expect.stringContaining('altered: report.json'), false])
})

test('what a newer suite would have to ask is listed by request and requirement', async () => {
  const asked = (line: string) => line.includes('"operation":"getWallet"') && !line.includes('"key":"none"')
  const found = await rejudge(
    packEvidence(
      target,
      lines.filter(line => !asked(line)),
      report,
    ),
    'less.zip',
  )
  expect(found.lines.join('\n')).toMatch(
    /to be asked again:\n(.*\n)* *GET http.*\/wallet with admin: .*WALLET-03/,
  )
})

test('a rerun asks only what was not met, and takes over the rest', async () => {
  using deployment = stage.open()
  const again = await run(deployment.target, { ...part, since: report })
  expect(verdictOn(again, 'RUN-10')).toBe('met')
  expect(again.requirements).toHaveLength(report.requirements.length)
  expect(again.counts.met).toBeGreaterThanOrEqual(report.counts.met)
  const requests = (of: Report) => Object.values(of.cost.requests).reduce((sum, count) => sum + count, 0)
  expect(requests(again)).toBeLessThan(requests(report) / 2)
  expect(again.since).toBe(report.started_at)
  const cited = again.requirements.flatMap(row => row.findings.flatMap(finding => finding.exchanges))
  expect(cited.filter(id => !(id in again.exchanges))).toEqual([])
})

test('half a minute begins with who may see what, and leaves the rate limits alone', async () => {
  using deployment = stage.open()
  const begun: string[] = []
  const progress = (event: ProgressEvent) => void (event.kind === 'begin' && begun.push(event.scenario))
  await run(deployment.target, { journal: false, only: part.only, quick: true, progress })
  const free = begun.filter(id => !/^(analytics|wallet|parameters)\//.test(id))
  expect(free.slice(0, 12).every(id => id.startsWith('access/'))).toBe(true)
  expect(begun).not.toContain('analytics/rate-limits')
})

test('refuses a package of a few bytes that unpack to gigabytes', () => {
  const bomb = zipSync({ 'recording.jsonl': new Uint8Array(1) })
  // The size that the directory of the archive says.
  const directory = Buffer.from(bomb.buffer).lastIndexOf('PK\x01\x02')
  new DataView(bomb.buffer).setUint32(directory + 24, 300 * 1024 * 1024, true)
  expect(() => unpackEvidence(bomb, 'bomb.zip')).toThrow(
    'bomb.zip is no package that --package wrote: it unpacks to more than 256 MB',
  )
})
