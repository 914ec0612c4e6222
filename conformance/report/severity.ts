/** Ranks violations by subject, most serious first: access, then behaviour, then figures. */

import type { Requirement } from '#openapi'

export type Severity = Requirement['severity']

const SEVERITIES: readonly Severity[] = ['security', 'behaviour', 'figures']

export const bySeverity = (a: { severity: Severity }, b: { severity: Severity }): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
