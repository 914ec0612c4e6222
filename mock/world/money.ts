/** Money is kept in whole micro-euros, so that sums are exact. */
export const EURO = 1_000_000

/** Micro-euros as euros, exact to a millionth. */
export function euros(micros: number): number {
  return micros / EURO
}

/** Euros as whole micro-euros. */
export function microsOf(amount: number): number {
  return Math.round(amount * EURO)
}
