// Sets and shows the rules by which people, agents and models act.
import { shownPath } from '#openapi'
import { policyRowOf, policyRuleOf } from '../seed/index.ts'
import { addRule, clearRules, setRules } from '../work/policies.ts'
import type { PolicyRule as RuleRow } from '../world/policies.ts'
import type { Workspace } from '../world/workspace.ts'
import { checkRule, type Path } from '../world-file/index.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import { agentMeant, peopleMeant } from './references.ts'
import { ControlRefusal } from './refusal.ts'

/** Rules, of which the first that matches decides or answers. */
export type Policy = ControlSchemas['Policy']
export type PolicyRule = ControlSchemas['PolicyRule']

export const policy = {
  readPolicy: (_, { hosted }) => readPolicy(hosted.workspace),

  setPolicy({ body: { rules } }, { hosted: { workspace } }) {
    setRules(
      workspace,
      rules.map((rule, index) => rowOf(workspace, rule, ['rules', index])),
    )
    workspace.simulation.settle()
    return readPolicy(workspace)
  },

  addPolicyRule({ body }, { hosted: { workspace } }) {
    addRule(workspace, rowOf(workspace, body, []))
    workspace.simulation.settle()
    return readPolicy(workspace)
  },

  deletePolicy: (_, { hosted }) => clearRules(hosted.workspace),
} satisfies Partial<ControlFunctions>

function readPolicy({ tables }: Workspace): Policy {
  return { rules: tables.policies.get('policy')?.rules.map(policyRuleOf) ?? [] }
}

function rowOf(workspace: Workspace, rule: PolicyRule, at: Path): RuleRow {
  checkRule(rule, at, (path, says) => {
    const field = shownPath(path)
    const message = `body.${field}: ${says}`
    const issue = { in: 'body', field, message, expected: says, received: null } as const
    throw new ControlRefusal('request_invalid', `${message}.`, `body.${field}`, { issues: [issue] })
  })
  if (rule.by !== undefined) peopleMeant(workspace, rule.by)
  if (rule.agent !== undefined) agentMeant(workspace, rule.agent)
  return policyRowOf(workspace, rule)
}
