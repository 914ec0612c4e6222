import { platform } from '#platform'

/** The JSON schema of the report, which `npm run generate` derives from report.yaml. */
export const reportSchema = platform.readGenerated(import.meta.url, 'report.schema.json') as object
