// Sets and shows the rules by which people, agents and models act.
import { shownPath } from '#openapi'
import { policyRowOf, policyRuleOf, setPolicies } from '../seed/index.ts'
import { addRule, clearRules } from '../work/policies.ts'
import type { Workspace } from '../world/workspace.ts'
import { checkRule, type Path } from '../world-file/index.ts'
import type { ControlFunctions } from './control-function.ts'
import type { Policy, PolicyRule } from './generated/control.gen.ts'
import { agentMeant, peopleMeant } from './references.ts'
import { ControlRefusal } from './refusal.ts'

export const policy = {
  readPolicy: (_, { hosted }) => readPolicy(hosted.workspace),

  setPolicy({ body: { rules } }, { hosted: { workspace } }) {
    for (const [index, rule] of rules.entries()) requireSound(workspace, rule, ['rules', index])
    setPolicies(workspace, rules)
    workspace.simulation.settle()
    return readPolicy(workspace)
  },

  addPolicyRule({ body }, { hosted: { workspace } }) {
    requireSound(workspace, body, [])
    addRule(workspace, policyRowOf(workspace, body))
    workspace.simulation.settle()
    return readPolicy(workspace)
  },

  deletePolicy: (_, { hosted }) => clearRules(hosted.workspace),
} satisfies Partial<ControlFunctions>

function readPolicy({ tables }: Workspace): Policy {
  return { rules: tables.policies.get('policy')?.rules.map(policyRuleOf) ?? [] }
}

function requireSound(workspace: Workspace, rule: PolicyRule, at: Path): void {
  checkRule(rule, at, (path, says) => {
    const field = shownPath(path)
    const message = `body.${field}: ${says}`
    const issue = { in: 'body', field, message, expected: says, received: null } as const
    throw new ControlRefusal('request_invalid', `${message}.`, `body.${field}`, { issues: [issue] })
  })
  if (rule.by !== undefined) peopleMeant(workspace, rule.by)
  if (rule.agent !== undefined) agentMeant(workspace, rule.agent)
}
