/** Ranks violations by subject, most serious first: access, then behaviour, then figures. */

export type Severity = 'security' | 'behaviour' | 'figures'

export const SEVERITIES: readonly Severity[] = ['security', 'behaviour', 'figures']

const SECURITY =
  /^(AUTH|SCOPE|ROLE|VIS)-|^(AGENT-07|AGENT-15|APPR-03|APPR-05|APPR-07|APPR-08|APPR-09|KNOW-16|KNOW-17|MODEL-02|WALLET-05|WALLET-18)$/
const FIGURES = /^(ANA|SPEND|WALLET|AGENCY|LIMIT)-/

export const severityOf = (id: string): Severity =>
  SECURITY.test(id) ? 'security' : FIGURES.test(id) ? 'figures' : 'behaviour'

export const bySeverity = (a: { id: string }, b: { id: string }): number =>
  SEVERITIES.indexOf(severityOf(a.id)) - SEVERITIES.indexOf(severityOf(b.id))
