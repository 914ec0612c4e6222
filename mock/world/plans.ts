// The plans that a workspace can subscribe to: a catalogue of the service, the same for every tenant.
import type { Schemas } from '#openapi'

export type PlanId = 'plan_starter' | 'plan_business' | 'plan_enterprise'

export interface Plan {
  readonly id: PlanId
  readonly name: string
  readonly monthlyPriceMicros: number
  /** Null for no limit. */
  readonly caps: Readonly<Schemas['PlanCounts']>
  readonly features: Readonly<Record<string, boolean>>
}

/** All plans, smallest first; each can be upgraded to a later one. */
export const PLANS: readonly Plan[] = [
  {
    id: 'plan_starter',
    name: 'Starter',
    monthlyPriceMicros: 29_000_000,
    caps: { members: 5, agents: 5, monthly_runs: 1_000, monthly_workflow_runs: 50, knowledge_bases: 2 },
    features: { workflows: true, approvals: false, agency: false, audit_log: false, single_sign_on: false },
  },
  {
    id: 'plan_business',
    name: 'Business',
    monthlyPriceMicros: 149_000_000,
    caps: {
      members: 50,
      agents: 60,
      monthly_runs: 20_000,
      monthly_workflow_runs: 1_000,
      knowledge_bases: 20,
    },
    features: { workflows: true, approvals: true, agency: true, audit_log: true, single_sign_on: false },
  },
  {
    id: 'plan_enterprise',
    name: 'Enterprise',
    monthlyPriceMicros: 690_000_000,
    caps: {
      members: null,
      agents: null,
      monthly_runs: null,
      monthly_workflow_runs: null,
      knowledge_bases: null,
    },
    features: { workflows: true, approvals: true, agency: true, audit_log: true, single_sign_on: true },
  },
]

export function planOf(id: string): Plan {
  const plan = PLANS.find(plan => plan.id === id)
  if (!plan) throw new Error(`there is no plan ${id}; there are ${PLANS.map(plan => plan.id).join(', ')}`)
  return plan
}
