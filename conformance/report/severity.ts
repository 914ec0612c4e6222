/** Ranks violations by subject, most serious first: access, then behaviour, then figures. */

import { type Requirement, requirements } from '#openapi'

export type Severity = Requirement['severity']

const SEVERITIES = Object.keys(requirements.vocabulary.severities)

export const bySeverity = (a: { severity: Severity }, b: { severity: Severity }): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
