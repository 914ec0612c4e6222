/** What was not exercised, grouped by what would exercise it. */
import { type Lack, type TargetPart, targetLines } from '../requirements/missing.ts'
import type { Finding } from '../requirements/verdict.ts'
import type { Target } from '../target/target.ts'
import type { FixtureName } from '../target/target-schema.ts'
import type { Report, ReportedRequirement } from './report.ts'

/** Lines for the target file that it lacks; missing keys first, because without them nothing else helps. */
export const linesFor = (
  { fixtures }: Pick<Target, 'fixtures'>,
  keys: readonly Lack[],
  findings: readonly Finding[],
): string[] => {
  const isThere = ({ fixtures: wanted = {} }: TargetPart) =>
    Object.keys(wanted).length > 0 &&
    Object.entries(wanted).every(([name, example]) => {
      const given = fixtures.get(name as FixtureName)
      return given !== undefined && Object.keys(example).every(member => member in given)
    })
  const lacking = [...keys, ...findings.flatMap(({ lack }) => lack ?? [])].flatMap(({ add }) => add)
  return [...new Set(lacking.filter(part => !isThere(part)).flatMap(targetLines))]
}

/** One group for each line that would help, else for each reason; the largest first. */
export function notShown(rows: readonly ReportedRequirement[]): Report['not_shown'] {
  const open = rows.filter(row => row.verdict === 'not exercised')
  const groups = [...Map.groupBy(open, row => row.add[0] ?? withoutIds(reasonOf(row))).values()]
  return groups
    .map(group => {
      const reasons = new Set(group.map(reasonOf))
      return {
        why: reasons.size === 1 || group[0]?.add[0] === undefined ? [...reasons][0]! : null,
        add: group[0]?.add[0] ?? null,
        requirements: group.map(row => row.id),
      }
    })
    .toSorted(
      (a, b) =>
        Number(a.add === null) - Number(b.add === null) || b.requirements.length - a.requirements.length,
    )
}

const reasonOf = (row: ReportedRequirement): string => row.findings[0]?.sentence ?? 'no check for it ran'

/** Reasons that differ in an id alone are one reason. */
const withoutIds = (text: string): string => text.replaceAll(/\b(?=\w*\d)[\w-]{8,}/g, '…')
