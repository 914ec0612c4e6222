/** Times and durations in the reader's words. */

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** `today 14:02`, `Tue 14:02`, `24 Nov 14:02`. */
export function momentOf(time: number, now: number): string {
  const at = new Date(time)
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (at.toDateString() === new Date(now).toDateString()) return `today ${clock}`
  const isRecent = now - time < 6 * DAY && time <= now
  const day = isRecent
    ? at.toLocaleDateString('en-GB', { weekday: 'long' })
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return `${day} ${clock}`
}

/** `42 min`, `3 h`, `5 days`. */
export function durationOf(ms: number): string {
  if (ms < 90 * 60_000) return `${Math.max(1, Math.round(ms / 60_000))} min`
  if (ms < 2 * DAY) return `${Math.round(ms / HOUR)} h`
  return `${Math.round(ms / DAY)} days`
}

/** `1 requirement`, `3 requirements`. */
export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
