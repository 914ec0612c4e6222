import type { Verdict } from '../requirements/verdict.ts'
import type { Report } from './report.ts'

/** What each verdict means. */
export const LEGEND: Readonly<Record<Verdict, string>> = {
  met: 'seen to hold',
  violated: 'seen not to hold',
  'not exercised': 'not seen either way',
  waived: 'violated, and accepted in the target file',
  'harness error': 'a fault of the suite',
}

/** What a run has cost, in one line. */
export function costText({ cost, seconds }: Report): string {
  const requests = Object.values(cost.requests).reduce((sum, count) => sum + count, 0)
  return `${requests} requests, ${cost.runs} runs, ${cost.euros} euros as far as replies told, ${seconds} s`
}

/** The parts of what was not exercised, with their titles: lines for the target file, then reasons that no line changes. */
export const notShownParts = ({ not_shown: groups }: Report): [title: string, Report['not_shown']][] => [
  ['To show more, add to the target', groups.filter(({ add }) => add !== null)],
  ['Not exercised, because of', groups.filter(({ add }) => add === null)],
]
