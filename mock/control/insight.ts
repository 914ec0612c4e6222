// Explanations, gaps, client lint and coverage.
import { document, gaps } from '#openapi'
import type { Usage } from '#openapi/usage'
import { coverageOf, mergeCoverage } from '../coverage/coverage.ts'
import { explain } from '../explain/explain.ts'
import type { ExplainContext } from '../explain/explain-context.ts'
import { resourceHistory } from '../explain/resources.ts'
import { ownerIn } from '../journal/exchange.ts'
import { redacted } from '../journal/redact.ts'
import { summaryOf } from '../journal/view.ts'
import { lintClient, lintLevels, lintRuleIds } from '../lint/client-lint.ts'
import { defaultProfile } from '../profile/profile.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { ControlFunctions } from './control-function.ts'
import type { Explanation, LintReport, ResourceHistory } from './generated/control.gen.ts'
import { redactorOf, unknownExchange, whyUnmatched } from './journal.ts'
import { ControlRefusal, requireOwnShard } from './refusal.ts'

export const insight = {
  /** Explains an exchange of any workspace, or an unmatched request. */
  explainExchange({ path: { exchange_id: id } }, { workspaces, baseUrl }): Explanation {
    const { registry } = workspaces
    requireOwnShard(registry, id, 'The exchange')
    const owner = ownerIn(id)
    if (owner === undefined) return explainUnmatched(registry, id)
    const hosted = registry.get(owner)
    hosted?.workspace.simulation.settle()
    const entry = hosted?.journal.get(id)
    if (!hosted || !entry) throw unknownExchange(id)
    return redacted(explain(entry, contextOf(registry, hosted, baseUrl)), redactorOf(hosted))
  },

  readHistory({ path: { resource_id: id } }, { workspaces: { registry }, hosted, baseUrl }): ResourceHistory {
    const history = resourceHistory(id, contextOf(registry, hosted, baseUrl))
    if (history) return redacted(history, redactorOf(hosted))
    const other = ownerOf(registry, id)
    const where = other === undefined ? '' : ` It belongs to the workspace ${other}.`
    const message = `The workspace ${hosted.workspace.id} has no run, task, workflow run or approval ${id}.${where}`
    throw new ControlRefusal('resource_not_found', message, 'resource_id')
  },

  listGaps: () => ({
    data: gaps.map(({ id, section, silence, answers, operations }) => ({
      id,
      section,
      silence,
      default: String(defaultProfile[id]),
      answers: answers.map(({ id, means }) => ({ id, means })),
      operations: [...operations],
    })),
  }),

  lintClient({ query }, { hosted }): LintReport {
    const failOn = query.fail_on.split(',')
    const unknown = failOn.find(name => !lintLevels.includes(name))
    if (unknown !== undefined)
      throw new ControlRefusal(
        'rule_unknown',
        `There is no lint rule '${unknown}'; say warning, note, never, or ${lintRuleIds.join(', ')}.`,
        'query.fail_on',
      )
    const { workspace, journal, tally } = hosted
    const evidence = {
      entries: journal.find({}),
      forgotten: journal.size < journal.count,
      keys: workspace.tables.keys.range('listed', null),
      tally,
      contract: contractFor(workspace.profile),
    }
    return redacted(lintClient(evidence, failOn), redactorOf(hosted))
  },

  readCoverage: ({ query }, { hosted }) => coverageOf(hosted.tally, query),

  async readUsage(
    { query: { client } },
    { hosted: { journal, tally } },
  ): Promise<Usage & Record<string, unknown>> {
    // Imported on demand, because few ask for it.
    const { usageOf } = await import('../../openapi/usage/usage-of.ts')
    return {
      ...usageOf(document, {
        client,
        calls: journal.find({}),
        complete: journal.size === journal.count,
        // The tally knows what exchanges that the journal has dropped were.
        dropped: [...tally.replies.keys()],
      }),
    }
  },

  async readTotalCoverage({ query: { shards, ...minimums } }, { workspaces, peers }) {
    const own = coverageOf(workspaces.registry.tally, minimums)
    if (peers.isEmpty || shards === 'own') return own
    const { answers, unreachable } = await peers.gather('readTotalCoverage')
    return { ...mergeCoverage(own, answers), unreachable }
  },
} satisfies Partial<ControlFunctions>

function explainUnmatched(registry: WorkspaceRegistry, id: string): Explanation {
  const entry = registry.journal.get(id)
  if (!entry) throw unknownExchange(id)
  const why = whyUnmatched(registry, entry)
  const { refusal } = entry
  return {
    exchange: summaryOf(entry),
    outcome: 'refused',
    story: why,
    reasons: [why, 'The exchange belongs to no workspace.'],
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
  return { workspace, journal, events, baseUrl, elsewhere: id => ownerOf(registry, id) }
}

const OWNED = ['runs', 'tasks', 'workflowRuns', 'approvals', 'agents', 'workflows', 'chats'] as const

/** The workspace that has that id. */
function ownerOf(registry: WorkspaceRegistry, id: string): string | undefined {
  const has = ({ workspace: { tables } }: HostedWorkspace) => OWNED.some(name => tables[name].get(id))
  return registry.all().find(has)?.workspace.id
}
