// Sets and shows the rules by which simulated people act.
import { policyRowOf, policyRuleOf } from '../seed/index.ts'
import { clearRules, setRules } from '../work/policies.ts'
import type { PolicyRule as RuleRow } from '../world/policies.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import { peopleMeant } from './person-reference.ts'
import { invalid } from './refusal.ts'
import { durationOf } from './time.ts'

/** Rules, of which the first that matches decides or answers. */
export type Policy = ControlSchemas['Policy']
export type PolicyRule = ControlSchemas['PolicyRule']

export const policy = {
  readPolicy: (_, { hosted }) => readPolicy(hosted.workspace),

  setPolicy({ body: { rules } }, { hosted: { workspace } }) {
    setRules(
      workspace,
      rules.map((rule, index) => rowOf(workspace, rule, `rules[${index}]`)),
    )
    workspace.simulation.settle()
    return readPolicy(workspace)
  },

  deletePolicy: (_, { hosted }) => clearRules(hosted.workspace),
} satisfies Partial<ControlFunctions>

function readPolicy({ tables }: Workspace): Policy {
  return { rules: tables.policies.get('policy')?.rules.map(policyRuleOf) ?? [] }
}

function rowOf(workspace: Workspace, rule: PolicyRule, field: string): RuleRow {
  const { by, after = 0, reject = 0, object = 0 } = rule
  const [least = 0, longest = least] = [after].flat().map(each => durationOf(each, `${field}.after`))
  if (longest < least) throw invalid(`${field}.after`, 'the least delay, then the longest', after)
  if (reject + object > 1) throw invalid(`${field}.object`, `at most ${1 - reject} beside reject`, object)
  if (by !== undefined) peopleMeant(workspace, by)
  return policyRowOf(workspace, rule)
}
