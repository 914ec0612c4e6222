// Splits texts into words for the search.

const PASSED_OVER = new Set(
  `a about all an and any are as at be been but by can could did do does for from get give had has have how i if in into is it
  its many may me much my need no nor not of off on or our please shall should so some such than that the their tell them then there these they this
  those to us was we were what when where which who whom whose why will with would you your`.split(/\s+/),
)

/** Whether a word is a stop word. */
export function isPassedOver(word: string): boolean {
  return PASSED_OVER.has(word.toLowerCase())
}

/** The words of a text in order, in lower case without accents or stop words. */
export function termsOf(text: string): string[] {
  return wordsOf(text).filter(word => !PASSED_OVER.has(word))
}

/** The distinct words of a query. */
export function queryTermsOf(query: string): string[] {
  return [...new Set(termsOf(query))]
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/g, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

/** Removes a plural ending: `suppliers` matches `supplier`. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
