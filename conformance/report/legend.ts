import type { Verdict } from '../requirements/verdict.ts'

/** What each verdict means. */
export const LEGEND: Readonly<Record<Verdict, string>> = {
  met: 'seen to hold',
  violated: 'seen not to hold',
  'not exercised': 'not seen either way',
  waived: 'violated, and accepted in the target file',
  'harness error': 'a fault of the suite',
}
