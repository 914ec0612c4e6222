/** The report: plain data that every form of telling is made from. Nothing in it is secret. */

import type { Leftover } from '../cleanup.ts'
import type { Exchange } from '../client.ts'
import { excluded, requirements, sections } from '../contract.ts'
import type { Redactor } from '../redact.ts'
import type { ScenarioResult } from '../scheduler.ts'
import type { Target } from '../target.ts'
import { judge, type Observation, type Verdict } from '../verdict.ts'
import { curlOf } from './curl.ts'
import { judgeWaivers } from './waivers.ts'

export interface Report {
  /** Version of this format. */
  version: 1
  suite: string
  target: { name: string; base_url: string }
  started_at: string
  seconds: number
  /** 0 conformant, 1 violated, 2 usage, 3 incomplete, 4 unreachable or keys refused, 5 fault of the suite, 6 leftovers. */
  exit: number
  outcome: string
  /** Why the run could not begin; then nothing below was judged. */
  problems: string[]
  counts: Record<'met' | 'violated' | 'not_exercised' | 'waived' | 'harness_error', number>
  /** Requirements with a verdict of met or violated, of all that were selected. */
  coverage: { exercised: number; selected: number; total: number }
  /** Titles of the sections of the specification. */
  sections: Record<string, string>
  requirements: ReportedRequirement[]
  excluded: { id: string; section: string; statement: string; reason: string }[]
  observations: ReportedObservation[]
  exchanges: Record<string, ReportedExchange>
  scenarios: { id: string; title: string; seconds: number; fault: string | null }[]
  cost: { requests: Record<string, number>; runs: number; euros: number; cuts: string[] }
  /** What the run could not have been shorter than: its slowest scenario, and the pace of the stated rate limits. */
  time: { slowest: string; slowest_seconds: number; rate_limit_seconds: number }
  waivers: { requirement: string; reason: string; owner: string; until: string; state: string }[]
  leftovers: Leftover[]
  notes: string[]
}

export interface ReportedRequirement {
  id: string
  section: string
  statement: string
  operations: string[]
  verdict: Verdict
  findings: { kind: string; sentence: string; scenario: string; exchanges: string[] }[]
}

export interface ReportedObservation {
  gap: string
  /** Each answer seen, the most frequent first. */
  answers: { answer: string; times: number; exchanges: string[] }[]
}

export interface ReportedExchange {
  operation: string
  key: string
  at: string
  milliseconds: number
  request: { method: string; url: string; headers: Record<string, string>; body: string | null }
  response: { status: number; headers: Record<string, string>; body: string; cut: boolean }
  redirects: string[]
  curl: string
}

export interface ReportParts {
  target: Target
  started: Date
  redactor: Redactor
  selected: ReadonlySet<string>
  results: ScenarioResult[]
  observations: Observation[]
  problems: string[]
  cost: Report['cost']
  heldSeconds: number
  leftovers: Leftover[]
  notes: string[]
  /** Requirement ids, or their beginnings, that may stay unexercised; `all` for every one. */
  allowNotExercised: readonly string[]
}

const BODY = 3000

export function makeReport(parts: ReportParts): Report {
  const { target, selected, results } = parts
  const exchanges = new Map<string, ReportedExchange>()
  const cite = (evidence: readonly Exchange[]) =>
    evidence.slice(-4).map(exchange => {
      const id = `x${exchange.id}`
      if (!exchanges.has(id)) exchanges.set(id, reported(exchange, target))
      return id
    })
  const findings = results.flatMap(result => result.findings)
  const rows = requirements
    .filter(requirement => selected.has(requirement.id))
    .map((requirement): ReportedRequirement => {
      const judged = judge(findings.filter(finding => finding.requirement === requirement.id))
      return {
        id: requirement.id,
        section: requirement.section,
        statement: requirement.statement,
        operations: [...requirement.operations],
        verdict: judged.verdict,
        findings: judged.findings.map(({ kind, sentence, scenario, evidence }) => ({
          kind,
          sentence,
          scenario,
          exchanges: cite(evidence),
        })),
      }
    })
  const waivers = judgeWaivers(target.waivers, rows, parts.started)
  const counts = countsOf(rows)
  const faults = results.filter(result => result.fault !== undefined)
  const { exit, outcome } = outcomeOf(parts, rows, counts, waivers, faults.length)
  const report: Report = {
    version: 1,
    suite: 'agent-work-conformance',
    target: { name: target.name, base_url: target.baseUrl },
    started_at: parts.started.toISOString(),
    seconds: Math.round((Date.now() - parts.started.getTime()) / 100) / 10,
    exit,
    outcome,
    problems: parts.problems,
    counts,
    coverage: {
      exercised: counts.met + counts.violated + counts.waived,
      selected: rows.length,
      total: requirements.length,
    },
    sections: { ...sections },
    requirements: rows,
    excluded: excluded.map(({ id, section, statement, reason }) => ({ id, section, statement, reason })),
    observations: tally(parts.observations, cite),
    exchanges: Object.fromEntries(exchanges),
    scenarios: results.map(({ id, title, ms, fault }) => ({
      id,
      title,
      seconds: Math.round(ms) / 1000,
      fault: fault ?? null,
    })),
    cost: parts.cost,
    time: timeOf(results, parts.heldSeconds),
    waivers,
    leftovers: parts.leftovers,
    notes: parts.notes,
  }
  return parts.redactor.data(report)
}

function outcomeOf(
  parts: ReportParts,
  rows: ReportedRequirement[],
  counts: Report['counts'],
  waivers: Report['waivers'],
  faults: number,
): { exit: number; outcome: string } {
  const allowed = (id: string) =>
    parts.allowNotExercised.some(it => it === 'all' || id === it || id.startsWith(`${it}-`))
  const open = rows.filter(row => row.verdict === 'not exercised' && !allowed(row.id))
  const stale = waivers.filter(waiver => waiver.state !== 'in use')
  if (parts.problems.length > 0) return { exit: 4, outcome: 'not started: unreachable or keys refused' }
  if (counts.violated > 0) return { exit: 1, outcome: `${counts.violated} requirements violated` }
  if (stale.length > 0) return { exit: 1, outcome: `${stale.length} waivers out of date or no longer needed` }
  if (faults > 0) return { exit: 5, outcome: 'a fault of the suite itself' }
  if (parts.leftovers.length > 0) return { exit: 6, outcome: `${parts.leftovers.length} things left behind` }
  if (counts.met + counts.waived === 0) return { exit: 3, outcome: 'incomplete: nothing was exercised' }
  if (open.length > 0) return { exit: 3, outcome: `incomplete: ${open.length} requirements not exercised` }
  return { exit: 0, outcome: 'conformant' }
}

function timeOf(results: readonly ScenarioResult[], held: number): Report['time'] {
  const slowest = results.toSorted((a, b) => b.ms - a.ms)[0]
  const seconds = (ms: number) => Math.round(ms / 100) / 10
  return {
    slowest: slowest?.id ?? '',
    slowest_seconds: seconds(slowest?.ms ?? 0),
    rate_limit_seconds: seconds(held * 1000),
  }
}

function countsOf(rows: ReportedRequirement[]): Report['counts'] {
  const of = (verdict: Verdict) => rows.filter(row => row.verdict === verdict).length
  return {
    met: of('met'),
    violated: of('violated'),
    not_exercised: of('not exercised'),
    waived: of('waived'),
    harness_error: of('harness error'),
  }
}

function tally(observations: readonly Observation[], cite: (evidence: readonly Exchange[]) => string[]) {
  const gaps = Map.groupBy(observations, observation => observation.gap)
  return [...gaps].map(([gap, seen]): ReportedObservation => {
    const answers = [...Map.groupBy(seen, observation => observation.answer)].map(([answer, same]) => ({
      answer,
      times: same.length,
      exchanges: cite(same[0]?.evidence ?? []),
    }))
    return { gap, answers: answers.toSorted((a, b) => b.times - a.times) }
  })
}

function reported(exchange: Exchange, target: Target): ReportedExchange {
  const headers = { ...exchange.requestHeaders }
  const key = target.keys.find(one => one.name === exchange.key)
  if (headers.authorization)
    headers.authorization = key ? `Bearer $${key.shown}` : '(a made-up or malformed key)'
  return {
    operation: exchange.operation,
    key: exchange.key,
    at: exchange.at.toISOString(),
    milliseconds: Math.round(exchange.ms),
    request: {
      method: exchange.method,
      url: exchange.url,
      headers,
      body: exchange.requestBody?.slice(0, BODY) ?? null,
    },
    response: {
      status: exchange.status,
      headers: exchange.headers,
      body: exchange.text.slice(0, BODY),
      cut: exchange.truncated || exchange.text.length > BODY,
    },
    redirects: exchange.redirects,
    curl: curlOf(exchange, headers),
  }
}
