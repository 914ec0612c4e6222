/** Judges the recording of an evidence package again, offline, and lists verdicts that differ. */
import { unpackEvidence } from '../evidence/package.ts'
import { versions } from '../evidence/versions.ts'
import { replayWithFindings } from '../index.ts'

/** Judges with the same suite version, which must come to the same verdicts; the lines are for the terminal. */
export async function verify(bytes: Uint8Array, name: string) {
  const { evidence, differences, others, report } = await judgedAgain(bytes, name)
  const altered = evidence.altered.map(file => `altered: ${file} is not the file that the manifest names`)
  const count = evidence.report.requirements.length
  const lines = [
    ...altered,
    ...others.map(what => `judged then by another ${what}: a difference may come from that; see rejudge`),
    ...differences,
    differences.length === 0
      ? `all ${count} verdicts are confirmed by ${evidence.recording.lines.filter(one => one.kind === 'exchange').length} exchanges`
      : `${differences.length} of ${count} verdicts are not confirmed`,
  ]
  return { lines, confirmed: altered.length === 0 && differences.length === 0, report }
}

/** Judges with a newer suite, which may come to other verdicts and need replies that were not recorded. */
export async function rejudge(bytes: Uint8Array, name: string) {
  const { differences, others, report, findings } = await judgedAgain(bytes, name)
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
  const lines = [
    others.length > 0
      ? `judged by another ${others.join(' and ')} than then`
      : 'judged by the same suite as then',
    ...differences,
    differences.length === 0 ? 'every verdict is as it was' : `${differences.length} verdicts are others`,
    ...(open.length > 0
      ? ['to be asked again:', ...open.map(one => `  ${one}`)]
      : ['nothing is to be asked again']),
  ]
  return { lines, confirmed: differences.length === 0 && open.length === 0, report }
}

/** The report of the recording, a line for each other verdict than then, and what has another version than then. */
async function judgedAgain(bytes: Uint8Array, name: string) {
  const evidence = unpackEvidence(bytes, name)
  const { report, findings } = await replayWithFindings(evidence.target, evidence.recording)
  const verdicts = new Map(evidence.report.requirements.map(row => [row.id, row.verdict]))
  const differences = report.requirements
    .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
    .map(
      ({ id, verdict, findings: [first] }) =>
        `${id}  ${verdicts.get(id) ?? 'unknown'} → ${verdict}  ${first?.sentence ?? ''}`,
    )
  const now = versions()
  const others = (['contract', 'suite'] as const).filter(
    what => evidence.manifest[what].sha256 !== now[what].sha256,
  )
  return { evidence, report, findings, differences, others }
}
