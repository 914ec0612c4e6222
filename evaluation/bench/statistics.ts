// Statistics of samples.

/** The middle of the values; NaN where there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which that share of the values lies, by linear interpolation. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = ((sorted.length - 1) * percent) / 100
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** How far values usually are from their median, on the scale of a standard deviation; outliers hardly count. */
export function spread(values: readonly number[]): number {
  const middle = median(values)
  return 1.4826 * median(values.map(value => Math.abs(value - middle)))
}

/** How uncertain the median is: the spread over the root of how often was measured. */
export function uncertainty(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : spread(values) / Math.sqrt(values.length)
}
