import { didYouMean } from '../../flags/did-you-mean.ts'

/** Throws a `TypeError` for an option that does not exist, which JavaScript would ignore. */
export function requireKnown<Options extends object>(
  call: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  const names = Object.keys(known)
  const wrong = Object.keys(options).find(name => !names.includes(name))
  if (wrong === undefined) return
  const meant = didYouMean(wrong, names) || `; there are ${names.join(', ')}.`
  throw new TypeError(`${call} has no option ${wrong}${meant}`)
}
