import type { AreaCoverage, Coverage } from './coverage.ts'

/** The coverage of several mocks together. The minimums are those of the first. */
export function mergeCoverage(first: Coverage, others: readonly Coverage[]): Coverage {
  const areas = first.areas.map(area =>
    others.reduce((sum, other) => {
      const same = other.areas.find(one => one.area === area.area)
      return same ? mergeArea(sum, same) : sum
    }, area),
  )
  return {
    exchanges: others.reduce((sum, { exchanges }) => sum + exchanges, first.exchanges),
    met: areas.every(({ met }) => met),
    areas,
  }
}

function mergeArea(one: AreaCoverage, other: AreaCoverage): AreaCoverage {
  const times = new Map(one.exercised.map(({ name, times }) => [name, times]))
  for (const { name, times: more } of other.exercised) times.set(name, (times.get(name) ?? 0) + more)
  const exercised = [...times].map(([name, times]) => ({ name, times }))
  const missing = one.missing.filter(name => !times.has(name))
  const covered = one.total - missing.length
  const percent = Math.floor((100 * covered) / one.total)
  return { ...one, exercised, missing, covered, percent, met: one.minimum === null || percent >= one.minimum }
}
