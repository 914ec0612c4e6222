import { millisecondsIn } from '../simulation/duration.ts'
import { peopleMeantBy } from '../world/people-meant.ts'
import type { PolicyRule as RuleRow } from '../world/policies.ts'
import type { Workspace } from '../world/workspace.ts'
import type { PolicyRule } from '../world-file/index.ts'

const APPROVALS = ['run', 'task', 'workflow_gate'] as const

/** The stored form of a rule. Its delays and its person must have been checked. */
export function policyRowOf(workspace: Workspace, rule: PolicyRule): RuleRow {
  const { on = [...APPROVALS], by, after = 0, reject = 0, object = 0 } = rule
  const [least = 0, longest = least] = [after].flat().map(each => millisecondsIn(each))
  const personIds = by === undefined ? [] : peopleMeantBy(workspace, by).map(({ id }) => id)
  return {
    on,
    by: by === undefined ? null : { reference: by, personIds },
    afterMs: [least, longest],
    rejectShare: reject,
    objectShare: object,
    comment: rule.comment ?? null,
    answer: rule.answer ?? null,
    values: rule.values ?? {},
  }
}

/** The written form of a stored rule. */
export function policyRuleOf(row: RuleRow): PolicyRule {
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
