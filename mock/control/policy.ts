// Sets and shows the rules by which simulated people act.
import { clearRules, setRules } from '../work/policies.ts'
import type { PolicyRule as RuleRow } from '../world/policies.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlSchemas } from './document.ts'
import { peopleMeant } from './person-reference.ts'
import { invalid } from './refusal.ts'
import { durationOf } from './time.ts'

/** Rules, of which the first that matches decides or answers. */
export type Policy = ControlSchemas['Policy']
export type PolicyRule = ControlSchemas['PolicyRule']

const APPROVALS = ['run', 'task', 'workflow_gate'] as const

export function setPolicy(workspace: Workspace, { rules }: Policy): Policy {
  setRules(
    workspace,
    rules.map((rule, index) => rowOf(workspace, rule, `rules[${index}]`)),
  )
  workspace.simulation.settle()
  return readPolicy(workspace)
}

export function readPolicy({ tables }: Workspace): Policy {
  return { rules: tables.policies.get('policy')?.rules.map(ruleOf) ?? [] }
}

export function clearPolicy(workspace: Workspace): void {
  clearRules(workspace)
}

function rowOf(workspace: Workspace, rule: PolicyRule, field: string): RuleRow {
  const { on = [...APPROVALS], by, after = 0, reject = 0, object = 0 } = rule
  const [least = 0, longest = least] = [after].flat().map(each => durationOf(each, `${field}.after`))
  if (longest < least) throw invalid(`${field}.after`, 'the least delay, then the longest', after)
  if (reject + object > 1) throw invalid(`${field}.object`, `at most ${1 - reject} beside reject`, object)
  return {
    on,
    by:
      by === undefined ? null : { reference: by, personIds: peopleMeant(workspace, by).map(({ id }) => id) },
    afterMs: [least, longest],
    rejectShare: reject,
    objectShare: object,
    comment: rule.comment ?? null,
    answer: rule.answer ?? null,
    values: rule.values ?? {},
  }
}

function ruleOf(row: RuleRow): PolicyRule {
  const [least, longest] = row.afterMs
  return {
    on: [...row.on],
    ...(row.by === null ? {} : { by: row.by.reference }),
    after: least === longest ? least : [least, longest],
    reject: row.rejectShare,
    object: row.objectShare,
    ...(row.comment === null ? {} : { comment: row.comment }),
    ...(row.answer === null ? {} : { answer: row.answer }),
    values: { ...row.values },
  }
}
