// Explanations, client lint and coverage.

import { type Coverage, coverageOf, type Minimums } from '../coverage/coverage.ts'
import type { Exercised } from '../coverage/tally.ts'
import { type Explanation, explain } from '../explain/explain.ts'
import type { ExplainContext } from '../explain/explain-context.ts'
import type { ResourceHistory } from '../explain/resource-history.ts'
import { resourceHistory } from '../explain/resources.ts'
import { redacted } from '../journal/redact.ts'
import { summaryOf } from '../journal/view.ts'
import { type LintReport, lintClient, lintRuleIds } from '../lint/client-lint.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { Tables } from '../world/tables.ts'
import { redactorOf, unknownExchange, whyUnmatched } from './journal.ts'
import { ControlRefusal } from './refusal.ts'

/** Explains an exchange of any workspace, or an unmatched request. */
export function explainExchange(registry: WorkspaceRegistry, id: string, baseUrl: string): Explanation {
  const owner = id.slice(0, Math.max(0, id.lastIndexOf('.')))
  if (/^(ws_s\d+_)?server$/.test(owner) && !registry.otherShard(id)) return explainUnmatched(registry, id)
  const hosted = registry.get(owner)
  hosted?.workspace.simulation.settle()
  const entry = hosted?.journal.get(id)
  if (!hosted || !entry) throw unknownExchange(id)
  return redacted(explain(entry, contextOf(registry, hosted, baseUrl)), redactorOf(hosted))
}

export function readHistory(
  registry: WorkspaceRegistry,
  hosted: HostedWorkspace,
  id: string,
  baseUrl: string,
): ResourceHistory {
  const history = resourceHistory(id, contextOf(registry, hosted, baseUrl))
  if (history) return redacted(history, redactorOf(hosted))
  const other = ownerOf(registry, id)
  const where = other === undefined ? '' : ` It belongs to the workspace ${other}.`
  const message = `The workspace ${hosted.workspace.id} has no run, task, workflow run or approval ${id}.${where}`
  throw new ControlRefusal(404, 'resource_not_found', message, { param: 'resource_id' })
}

/** `failOn` has severities and ids of rules; `never` stands for none. */
export function lintReport(hosted: HostedWorkspace, failOn: readonly string[] = ['warning']): LintReport {
  const unknown = failOn.find(name => !['warning', 'note', 'never', ...lintRuleIds].includes(name))
  if (unknown !== undefined)
    throw new ControlRefusal(
      422,
      'rule_unknown',
      `There is no lint rule '${unknown}'; say warning, note, never, or ${lintRuleIds.join(', ')}.`,
      {
        param: 'query.fail_on',
      },
    )
  const { workspace, journal, tally } = hosted
  const evidence = {
    entries: journal.all().filter(({ console }) => !console),
    forgotten: journal.size < journal.count,
    keys: workspace.tables.keys.range('listed', null),
    tally,
    contract: contractFor(workspace.profile),
  }
  return redacted(lintClient(evidence, failOn), redactorOf(hosted))
}

export function readCoverage({ tally }: { readonly tally: Exercised }, minimums: Minimums = {}): Coverage {
  return coverageOf(tally, minimums)
}

function explainUnmatched(registry: WorkspaceRegistry, id: string): Explanation {
  const entry = registry.journal.get(id)
  if (!entry) throw unknownExchange(id)
  const why = whyUnmatched(registry, entry)
  const { refusal } = entry
  return {
    exchange: summaryOf(entry, []),
    outcome: 'refused',
    story: why,
    rule: refusal
      ? { code: refusal.code, section: refusal.rule.section, title: '', gap: null, requirements: [] }
      : null,
    issues: [],
    state: 'the exchange belongs to no workspace',
    accepted: ['a key of a workspace of this mock; GET /_mock/workspaces lists them'],
    resources: [],
    try: [],
  }
}

function contextOf(
  registry: WorkspaceRegistry,
  { workspace, journal, events }: HostedWorkspace,
  baseUrl: string,
): ExplainContext {
  const contract = contractFor(workspace.profile)
  return { workspace, journal, events, contract, baseUrl, elsewhere: id => ownerOf(registry, id) }
}

/** The workspace that has that id. */
function ownerOf(registry: WorkspaceRegistry, id: string): string | undefined {
  return registry.all().find(({ workspace }) => has(workspace.tables, id))?.workspace.id
}

function has(
  { runs, tasks, workflowRuns, approvals, agents, workflows, chats }: Tables,
  id: string,
): boolean {
  return [runs, tasks, workflowRuns, approvals, agents, workflows, chats].some(
    table => table.get(id) !== undefined,
  )
}
