/** Makes the report of a run from its findings. */

import type { Usage } from '#openapi/usage'
import type { Leftover } from '../engine/cleanup.ts'
import type { Redactor } from '../engine/redactor.ts'
import type { ScenarioResult } from '../engine/scheduler.ts'
import { excluded, requirements, sections } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { reliantOn } from '../requirements/reliance.ts'
import {
  type Advice,
  type Finding,
  judgeAll,
  type Observation,
  type Verdict,
} from '../requirements/verdict.ts'
import { rules } from '../rules/rules.ts'
import type { Target } from '../target/target.ts'
import { causesOf, type Violation } from './causes.ts'
import { curlOf } from './curl.ts'
import { compare } from './diff.ts'
import { linesFor, notShown } from './not-shown.ts'
import { type Circumstances, outcomeOf } from './outcome.ts'
import type { Report, ReportedExchange, ReportedObservation, ReportedRequirement } from './report.ts'
import { rightAnswer } from './right-answer.ts'
import { judgeWaivers } from './waivers.ts'

export interface ReportParts extends Circumstances {
  target: Target
  started: Date
  redactor: Redactor
  selected: ReadonlySet<string>
  results: ScenarioResult[]
  observations: Observation[]
  advice: readonly Advice[]
  /** What clients of the deployment use. */
  clients?: readonly Usage[] | undefined
  /** Whether advice counts like a violation. */
  strict: boolean
  /** Why selected requirements have no scenario; undefined where each has one. */
  leftOut?: string | undefined
  /** The report to compare with. */
  compare?: Report | undefined
  /** The command of this run without its selection: `agent-work conformance --target target.yaml`. */
  command: string
  problems: string[]
  cost: Report['cost']
  heldSeconds: number
  leftovers: Leftover[]
  notes: string[]
  /** An earlier report, of which this run repeats only what was not met. */
  since?: Report | undefined
}

const BODY = 3000

export function makeReport(parts: ReportParts): Report {
  const { target, selected, results } = parts
  const exchanges = new Map<string, ReportedExchange>()
  const cite = (evidence: readonly Exchange[]) =>
    evidence.slice(-4).map(exchange => {
      const id = `x${exchange.id}`
      if (!exchanges.has(id)) exchanges.set(id, reported(exchange, target, parts.redactor))
      return id
    })
  const verdicts = judgeAll(
    selected,
    results.flatMap(result => result.findings),
  )
  const earlier = carriedOver(parts.since, exchanges)
  const overall = new Set(results.flatMap(({ id, isOverall }) => (isOverall ? [id] : [])))
  /** The command that shows these violations again: what only all replies together showed takes the whole run. */
  const repeat = (some: readonly Violation[]) =>
    some.some(({ findings }) => findings.every(one => one.kind !== 'violated' || overall.has(one.scenario)))
      ? parts.command
      : `${parts.command} --only ${some.map(({ requirement }) => requirement.id).join(',')}`
  const violations: Violation[] = []
  const rows = requirements
    .filter(requirement => selected.has(requirement.id) || earlier.has(requirement.id))
    .map((requirement): ReportedRequirement => {
      const carried = earlier.get(requirement.id)
      if (carried && !selected.has(requirement.id)) return carried
      const { verdict, findings: own } = verdicts.get(requirement.id)!
      const findings = own.length === 0 && parts.leftOut ? [unasked(requirement.id, parts.leftOut)] : own
      const isOpen = verdict === 'not exercised'
      const keys = (isOpen && parts.unkeyed.get(requirement.id)) || []
      const hurts = parts.clients && reliantOn(requirement, parts.clients)
      if (verdict === 'violated') violations.push({ requirement, findings, hurts })
      return {
        id: requirement.id,
        section: requirement.section,
        statement: requirement.statement,
        operations: [...requirement.operations],
        verdict,
        severity: requirement.severity,
        violation:
          verdict === 'violated'
            ? {
                right: rightAnswer(requirement, findings.find(({ kind }) => kind === 'violated')?.rule),
                sure: howSure(findings),
                repeat: repeat([{ requirement, findings, hurts }]),
                ...(hurts && { hurts }),
              }
            : null,
        add: isOpen ? linesFor(target, keys, findings) : [],
        findings: findings.map(({ kind, sentence, rule, scenario, evidence }) => ({
          kind,
          sentence,
          rule: rule ?? null,
          scenario,
          exchanges: cite(evidence),
        })),
      }
    })
  const waivers = judgeWaivers(target.waivers, rows, parts.started)
  const counts = countsOf(rows)
  const unwaived = new Set(rows.filter(row => row.verdict === 'violated').map(row => row.id))
  const causes = causesOf(violations.filter(({ requirement }) => unwaived.has(requirement.id))).map(
    ({ exchange, ...cause }) => ({
      ...cause,
      exchange: exchange ? (cite([exchange])[0] ?? null) : null,
      repeat: repeat(
        violations.filter(({ requirement: { id } }) => cause.violations.some(one => one.id === id)),
      ),
    }),
  )
  const report: Report = {
    version: 1,
    suite: 'agent-work-conformance',
    target: { name: target.name, base_url: target.baseUrl },
    started_at: parts.started.toISOString(),
    since: parts.since?.started_at ?? null,
    seconds: Math.round((Date.now() - parts.started.getTime()) / 100) / 10,
    // Derived from the rest below.
    exit: 0,
    outcome: '',
    problems: parts.problems,
    changes: null,
    advice: parts.advice.map(({ evidence, ...one }) => ({ ...one, exchanges: cite(evidence) })),
    strict: parts.strict,
    counts,
    coverage: {
      exercised: counts.met + counts.violated + counts.waived,
      selected: rows.length,
      total: requirements.length,
    },
    sections: { ...sections },
    requirements: rows,
    causes,
    not_shown: notShown(rows),
    rules: rulesOf(rows),
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
  Object.assign(report, outcomeOf(report, parts))
  if (parts.compare) report.changes = { since: parts.compare.started_at, ...compare(parts.compare, report) }
  return parts.redactor.data(report)
}

/** How often it was seen, and whether always: a single violation may be coincidence. */
function howSure(findings: readonly Finding[]): string {
  const [bad, good] = (['violated', 'met'] as const).map(
    kind => findings.filter(finding => finding.kind === kind).length,
  ) as [number, number]
  if (good > 0) return `seen ${bad} of ${bad + good} times`
  return bad === 1 ? 'seen once' : `seen always, ${bad} times`
}

const unasked = (requirement: string, sentence: string): Finding => ({
  requirement,
  kind: 'not exercised',
  sentence,
  scenario: '',
  evidence: [],
})

/** Requirements that an earlier report shows as met, with their evidence renamed. */
function carriedOver(since: Report | undefined, exchanges: Map<string, ReportedExchange>) {
  const named = (id: string) => (id.startsWith('since-') ? id : `since-${id}`)
  const rows = (since?.requirements ?? []).filter(row => row.verdict === 'met')
  for (const id of rows.flatMap(row => row.findings.flatMap(finding => finding.exchanges))) {
    const one = since?.exchanges[id]
    if (one) exchanges.set(named(id), one)
  }
  const carried = rows.map(row => ({
    ...row,
    findings: row.findings.map(finding => ({
      ...finding,
      rule: finding.rule ?? null,
      exchanges: finding.exchanges.map(named),
    })),
  }))
  return new Map(carried.map(row => [row.id, row]))
}

/** The rules that the findings of these requirements name. */
function rulesOf(rows: readonly ReportedRequirement[]): Report['rules'] {
  const named = new Set<string | null>(rows.flatMap(row => row.findings.map(finding => finding.rule)))
  return Object.fromEntries(
    Object.entries(rules).flatMap(([id, { shows: _, sections, ...rule }]) =>
      named.has(id) ? [[id, { ...rule, sections: [...sections] }]] : [],
    ),
  )
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
  const count = (verdict: Verdict) => rows.filter(row => row.verdict === verdict).length
  return {
    met: count('met'),
    violated: count('violated'),
    not_exercised: count('not exercised'),
    waived: count('waived'),
    harness_error: count('harness error'),
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

function reported(exchange: Exchange, target: Target, redactor: Redactor): ReportedExchange {
  // Cut after redaction: a truncated key would not be recognised. What is far behind the cut is not looked at.
  const body = redactor.text(exchange.text.slice(0, 2 * BODY))
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
      body: exchange.requestBody === undefined ? null : redactor.text(exchange.requestBody).slice(0, BODY),
    },
    response: {
      status: exchange.status,
      headers: exchange.headers,
      body: body.slice(0, BODY),
      cut: exchange.truncated || body.length > BODY,
    },
    redirects: exchange.redirects,
    curl: curlOf(exchange, headers),
  }
}
