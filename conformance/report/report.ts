/** The report, whose form `npm run generate` derives from report.yaml. */
import { platform } from '#platform'
import type { components } from './generated/report.gen.ts'

type Schemas = components['schemas']

export type Report = Schemas['Report']
export type ReportedRequirement = Schemas['Requirement']
export type ReportedCause = Schemas['Cause']
export type Difference = Schemas['Difference']
export type ReportedObservation = Schemas['Observation']
export type ReportedExchange = Schemas['Exchange']

export const reportSchema = platform.readGenerated(import.meta.url, 'report.schema.json') as object
