// Checks the dates of what is deprecated.
import { isObject, type Json, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, found } from './contract.ts'
import { elementsOf } from './schemas-in.ts'

const NAME = 'x-deprecation'

/** Dates beside something that is not deprecated, dates that are none, and a sunset before the deprecation. */
export function lintDeprecations({ document, at }: ContractUnderLint): Problem[] {
  return elementsOf(document).flatMap(({ pointer, element }) => {
    const dates = element[NAME]
    if (dates === undefined) return []
    const problem = (what: string, todo: string) => at(`${pointer}/${NAME}`, NAME, what, todo)
    if (!isObject(dates)) {
      const todo = 'Write { since: 2026-11-01, sunset: 2027-05-01 }; either may be left out.'
      return [problem('holds no dates.', todo)]
    }
    const { since, sunset } = dates
    return found(
      ...Object.entries(dates).map(([key, date]) => {
        if (key !== 'since' && key !== 'sunset')
          return problem(`has the unknown member ${key}.`, 'It has since and sunset.')
        const what = `has ${key}: ${JSON.stringify(date)}, which is no date.`
        return !isDate(date) && problem(what, 'Write a day of the calendar, such as 2026-11-01.')
      }),
      element.deprecated !== true &&
        problem('is beside something that is not deprecated.', 'Add deprecated: true, or remove the dates.'),
      isDate(since) &&
        isDate(sunset) &&
        sunset < since &&
        problem(
          `has the sunset ${sunset} before the deprecation ${since}.`,
          'Exchange or correct the dates.',
        ),
    )
  })
}

function isDate(value: Json | undefined): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const instant = new Date(value)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value)
}
