// The plans that a workspace can be on. The service resolves a tenant's plan; no client ever names one (section 4.6).

/** What a plan limits; null where it does not. */
export interface PlanCaps {
  readonly members: number | null
  readonly agents: number | null
  readonly monthlyRuns: number | null
  readonly monthlyWorkflowRuns: number | null
  readonly knowledgeBases: number | null
}

export interface Plan {
  readonly id: string
  readonly name: string
  readonly monthlyPriceMicros: number
  readonly caps: PlanCaps
  readonly features: Readonly<Record<string, boolean>>
}

/** From the smallest to the largest; those behind a plan are what it can be upgraded to. */
export const plans: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    monthlyPriceMicros: 49_000_000,
    caps: { members: 5, agents: 10, monthlyRuns: 500, monthlyWorkflowRuns: 50, knowledgeBases: 3 },
    features: { workflows: true, approvals: true, agency: false, sso: false, audit_log: false },
  },
  {
    id: 'team',
    name: 'Team',
    monthlyPriceMicros: 199_000_000,
    caps: { members: 25, agents: 50, monthlyRuns: 5_000, monthlyWorkflowRuns: 500, knowledgeBases: 20 },
    features: { workflows: true, approvals: true, agency: true, sso: false, audit_log: true },
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    monthlyPriceMicros: 899_000_000,
    caps: { members: null, agents: null, monthlyRuns: null, monthlyWorkflowRuns: null, knowledgeBases: null },
    features: { workflows: true, approvals: true, agency: true, sso: true, audit_log: true },
  },
]

/** The plan with that id. */
export function requirePlan(id: string): Plan {
  const plan = plans.find(plan => plan.id === id)
  if (!plan) throw new Error(`there is no plan '${id}'; there are ${plans.map(plan => plan.id).join(', ')}`)
  return plan
}
