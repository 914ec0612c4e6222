/** Judges the recording of an evidence package again, offline, and lists verdicts that differ. */
import { type Evidence, unpackEvidence } from '../evidence/package.ts'
import { versions } from '../evidence/versions.ts'
import { replayWithFindings } from '../index.ts'
import type { Report } from '../report/report.ts'

export interface Verification {
  /** Results for the terminal. */
  lines: string[]
  /** Whether every verdict is confirmed. */
  confirmed: boolean
  report: Report
}

/** Judges with the same suite version, which must come to the same verdicts. */
export async function verify(bytes: Uint8Array, name: string): Promise<Verification> {
  const evidence = unpackEvidence(bytes, name)
  const { differences, report } = await judgedAgain(evidence)
  const other = otherVersions(evidence)
  const altered = evidence.altered.map(file => `altered: ${file} is not the file that the manifest names`)
  const count = evidence.report.requirements.length
  const lines = [
    ...altered,
    ...other.map(what => `judged then by another ${what}: a difference may come from that; see rejudge`),
    ...differences.map(line),
    differences.length === 0
      ? `all ${count} verdicts are confirmed by ${evidence.recording.lines.filter(one => one.kind === 'exchange').length} exchanges`
      : `${differences.length} of ${count} verdicts are not confirmed`,
  ]
  return { lines, confirmed: altered.length === 0 && differences.length === 0, report }
}

/** Judges with a newer suite, which may come to other verdicts and need replies that were not recorded. */
export async function rejudge(bytes: Uint8Array, name: string): Promise<Verification> {
  const evidence = unpackEvidence(bytes, name)
  const { differences, report, findings } = await judgedAgain(evidence)
  const unexercised = new Set(
    report.requirements.filter(row => row.verdict === 'not exercised').map(row => row.id),
  )
  // Requirements with a verdict need no further replies.
  const toAsk = findings.flatMap(({ requirement, lack }) =>
    lack?.unrecorded !== undefined && unexercised.has(requirement)
      ? [[requirement, lack.unrecorded] as const]
      : [],
  )
  const open = [...Map.groupBy(toAsk, ([, what]) => what)].map(
    ([what, rows]) => `${what}: ${[...new Set(rows.map(([id]) => id))].join(', ')}`,
  )
  const other = otherVersions(evidence)
  const lines = [
    other.length > 0
      ? `judged by another ${other.join(' and ')} than then`
      : 'judged by the same suite as then',
    ...differences.map(line),
    differences.length === 0 ? 'every verdict is as it was' : `${differences.length} verdicts are others`,
    ...(open.length > 0
      ? ['to be asked again:', ...open.map(one => `  ${one}`)]
      : ['nothing is to be asked again']),
  ]
  return { lines, confirmed: differences.length === 0 && open.length === 0, report }
}

interface Difference {
  id: string
  before: string
  after: string
  why: string
}

async function judgedAgain({ target, recording, report: before }: Evidence) {
  const { report, findings } = await replayWithFindings(target, recording)
  const verdicts = new Map(before.requirements.map(row => [row.id, row.verdict]))
  const differences = report.requirements.flatMap(({ id, verdict, findings }): Difference[] =>
    verdicts.get(id) === verdict
      ? []
      : [{ id, before: verdicts.get(id) ?? 'unknown', after: verdict, why: findings[0]?.sentence ?? '' }],
  )
  return { report, differences, findings }
}

const line = ({ id, before, after, why }: Difference) => `${id}  ${before} → ${after}  ${why}`

const otherVersions = ({ manifest }: Evidence): string[] => {
  const now = versions()
  return (['contract', 'suite'] as const).filter(what => manifest[what].sha256 !== now[what].sha256)
}
