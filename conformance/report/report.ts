/** The report: plain data for every output format. It contains no secrets. */
import type { Leftover } from '../engine/cleanup.ts'
import type { Advice, Verdict } from '../requirements/verdict.ts'
import type { Rule } from '../rules/rules.ts'
import type { Severity } from './severity.ts'

export interface Report {
  /** Version of this format. */
  version: 1
  suite: string
  target: { name: string; base_url: string }
  started_at: string
  /** Date of the earlier report whose met requirements were taken over. */
  since: string | null
  seconds: number
  /** 0 conformant, 1 violated, 2 usage, 3 incomplete, 4 unreachable or keys refused, 5 fault of the suite, 6 leftovers. */
  exit: number
  /** The verdict on the deployment in one sentence. */
  outcome: string
  /** Why the run could not begin; nothing below was judged then. */
  problems: string[]
  /** What improved or regressed since another report; null without a report to compare with. */
  changes: (Difference & { since: string }) | null
  /** Deviations from what the specification implies without stating it; judged only in a strict run. */
  advice: ReportedAdvice[]
  /** Whether advice counts against the deployment. */
  strict: boolean
  counts: Record<'met' | 'violated' | 'not_exercised' | 'waived' | 'harness_error', number>
  /** Selected requirements with the verdict met or violated. */
  coverage: { exercised: number; selected: number; total: number }
  /** Titles of the sections of the specification. */
  sections: Record<string, string>
  /** In the order of the specification. */
  requirements: ReportedRequirement[]
  /** Violations by their cause: first those that hurt clients, then the most serious. */
  causes: ReportedCause[]
  /** What was not exercised, by what would exercise it; lines for the target file first. */
  not_shown: { add: string | null; why: string | null; requirements: string[] }[]
  /** The rules that findings name, by id. */
  rules: Record<string, Omit<Rule, 'id' | 'shows'>>
  excluded: { id: string; section: string; statement: string; reason: string }[]
  observations: ReportedObservation[]
  exchanges: Record<string, ReportedExchange>
  scenarios: { id: string; title: string; seconds: number; fault: string | null }[]
  cost: { requests: Record<string, number>; runs: number; euros: number; cuts: string[] }
  /** Lower bounds for the duration of the run: its slowest scenario, and the pace of the stated rate limits. */
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
  severity: Severity
  /**
   * For a violation: what would be right, how often it was seen, the command that repeats this check, and the clients that
   * rely on the requirement, where usage files were given.
   */
  violation: { right: string; sure: string; repeat: string; hurts?: string[] } | null
  /** Lines for the target file that may exercise this requirement. */
  add: string[]
  /** A finding with a rule came to its kind by that rule alone. */
  findings: { kind: string; sentence: string; rule: string | null; scenario: string; exchanges: string[] }[]
}

/** One wrong status of an operation, or one rule that it breaks, with all requirements that it violates. */
export interface ReportedCause {
  what: string
  severity: Severity
  violations: { id: string; sentence: string; rule: string | null }[]
  /** The call that shows it. */
  exchange: string | null
  /** The command that repeats the checks of these requirements. */
  repeat: string
}

export interface Difference {
  worse: string[]
  better: string[]
  /**
   * Neither better nor worse: newly or no longer exercised, waived, or another answer where the specification is
   * silent.
   */
  other: string[]
}

export type ReportedAdvice = Omit<Advice, 'evidence'> & { exchanges: string[] }

export interface ReportedObservation {
  gap: string
  /** Answers seen, most frequent first. */
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
