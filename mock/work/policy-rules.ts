// Finds the rule of a workspace's policy for an occasion.
import { textMatches } from '../store/pattern.ts'
import type { Occasion, PolicyRule } from '../world/policies.ts'
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'

/** What a rule may match. */
export interface Subject {
  readonly occasions: readonly Occasion[]
  readonly text: string
  /** Null where no agent is involved. */
  readonly agentId: string | null
}

/** A rule that matches, how often it has then applied, and a random stream for this occasion alone. */
export interface FoundRule<Fits = unknown> {
  readonly rule: PolicyRule
  readonly index: number
  readonly turn: number
  readonly fits: Fits
}

/** The first rule that matches. */
export function findRule<Fits = true>(
  { tables }: Workspace,
  { occasions, text, agentId }: Subject,
  suits: (rule: PolicyRule) => Fits | undefined = () => true as Fits,
): FoundRule<Fits> | undefined {
  const policy = tables.policies.get('policy')
  for (const [index, rule] of policy?.rules.entries() ?? []) {
    const turn = (policy?.turns[index] ?? 0) + 1
    if (rule.times !== null && turn > rule.times) continue
    if (!rule.on.some(occasion => occasions.includes(occasion))) continue
    if (rule.agent !== null && rule.agent !== agentId && rule.agent !== handleOf(agentId)) continue
    if (rule.when !== null && !textMatches(rule.when, text)) continue
    const fits = suits(rule)
    if (fits !== undefined) return { rule, index, turn, fits }
  }
  return undefined

  function handleOf(id: string | null): string | undefined {
    return id === null ? undefined : tables.agents.get(id)?.handle
  }
}

/** Counts that a rule applies. */
export function countRule({ tables: { policies } }: Workspace, { index, turn }: FoundRule): void {
  const policy = policies.get('policy')
  if (policy) policies.replace('policy', { turns: policy.turns.with(index, turn) })
}

/** The script that a rule has for the work of an agent. */
export function scriptByRule(
  workspace: Workspace,
  agentId: string,
  input: Readonly<Record<string, string>> | null,
): readonly Step[] | null {
  if (workspace.tables.policies.size === 0) return null
  const text = Object.values(input ?? {}).join('\n')
  const found = findRule(workspace, { occasions: ['work'], text, agentId })
  if (found) countRule(workspace, found)
  return found?.rule.script ?? null
}
