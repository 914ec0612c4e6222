import { given } from '../../flags/given.ts'
import { millisecondsIn } from '../simulation/duration.ts'
import { setRules } from '../work/policies.ts'
import { peopleMeantBy } from '../world/people-meant.ts'
import { isAboutPeople, type PolicyRule as RuleRow } from '../world/policies.ts'
import type { Workspace } from '../world/workspace.ts'
import { type PolicyRule, stepsOf } from '../world-file/index.ts'

/** Sets the rules, which must have been checked. */
export function setPolicies(workspace: Workspace, rules: readonly PolicyRule[]): void {
  setRules(
    workspace,
    rules.map(rule => policyRowOf(workspace, rule)),
  )
}

const APPROVALS = ['run', 'task', 'workflow_gate'] as const

/** The stored form of a rule, which must have been checked. */
export function policyRowOf(workspace: Workspace, rule: PolicyRule): RuleRow {
  const { by, script, output, after = 0, reject = 0, object = 0 } = rule
  const [least = 0, longest = least] = [after].flat().map(each => millisecondsIn(each))
  const personIds = by === undefined ? [] : peopleMeantBy(workspace, by).map(({ id }) => id)
  return {
    on:
      script !== undefined
        ? ['work']
        : rule.say !== undefined || output !== undefined
          ? ['completion']
          : (rule.on ?? APPROVALS),
    when: rule.when ?? null,
    agent: rule.agent ?? null,
    times: rule.times ?? null,
    by: by === undefined ? null : { reference: by, personIds },
    afterMs: [least, longest],
    rejectShare: reject,
    objectShare: object,
    comment: rule.comment ?? null,
    answer: rule.answer ?? null,
    values: rule.values ?? {},
    say: rule.say ?? null,
    output: output === undefined ? null : JSON.stringify(output),
    script: script === undefined ? null : stepsOf(script, [], () => {}),
  }
}

/** The written form of a stored rule. */
export function policyRuleOf(row: RuleRow): PolicyRule {
  const { when, agent, times, say, output, comment, answer } = row
  if (!isAboutPeople(row)) {
    const script = row.script as PolicyRule['script'] | null
    const made = output === null ? {} : { output: JSON.parse(output) }
    return { ...given<PolicyRule>({ when, agent, times, say }), ...made, ...given<PolicyRule>({ script }) }
  }
  const [least, longest] = row.afterMs
  return given<PolicyRule>({
    on: row.on as NonNullable<PolicyRule['on']>,
    when,
    agent,
    times,
    by: row.by?.reference,
    after: least === longest ? least : [least, longest],
    reject: row.rejectShare,
    object: row.objectShare,
    comment,
    answer,
    values: { ...row.values },
  })
}
