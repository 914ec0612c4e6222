// Checks the dates of what is deprecated.
import { isObject, type Json, type Problem } from '../contract/sources.ts'
import type { ContractUnderLint } from './contract.ts'
import { elementsOf } from './schemas-in.ts'

const NAME = 'x-deprecation'

/** Dates beside something that is not deprecated, dates that are none, and a sunset before the deprecation. */
export function lintDeprecations(contract: ContractUnderLint): Problem[] {
  return elementsOf(contract.document).flatMap(({ pointer, element }) => {
    const dates = element[NAME]
    if (dates === undefined) return []
    const problem = (what: string, todo: string) => contract.at(`${pointer}/${NAME}`, NAME, what, todo)
    if (!isObject(dates))
      return [
        problem(
          'holds no dates.',
          'Write { since: 2026-11-01, sunset: 2027-05-01 }; either may be left out.',
        ),
      ]
    const { since, sunset } = dates
    const problems = Object.entries(dates).flatMap(([key, date]) => {
      if (key !== 'since' && key !== 'sunset')
        return [problem(`has the unknown member ${key}.`, 'It has since and sunset.')]
      const isRight = isDate(date)
      return isRight
        ? []
        : [
            problem(
              `has ${key}: ${JSON.stringify(date)}, which is no date.`,
              'Write a day of the calendar, such as 2026-11-01.',
            ),
          ]
    })
    if (element.deprecated !== true)
      problems.push(
        problem('is beside something that is not deprecated.', 'Add deprecated: true, or remove the dates.'),
      )
    if (isDate(since) && isDate(sunset) && sunset < since)
      problems.push(
        problem(
          `has the sunset ${sunset} before the deprecation ${since}.`,
          'Exchange or correct the dates.',
        ),
      )
    return problems
  })
}

function isDate(value: Json | undefined): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const instant = new Date(value)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value)
}
