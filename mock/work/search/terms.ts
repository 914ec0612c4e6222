// What counts as a word of a text.

const PASSED_OVER = new Set(
  `a about all an and any are as at be been but by can could did do does for from had has have how i if in into is it
  its may me my no nor not of on or our shall should so some such than that the their them then there these they this
  those to us was we were what when where which who whom whose why will with would you your`.split(/\s+/),
)

/** The words of a text in order, in small letters without accents; words such as `the` are left out. */
export function termsOf(text: string): string[] {
  return wordsOf(text).filter(word => !PASSED_OVER.has(word))
}

/** The words that a query is about: all of them when it has none but words such as `the`. */
export function queryTermsOf(query: string): string[] {
  const terms = termsOf(query)
  return [...new Set(terms.length > 0 ? terms : wordsOf(query))]
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/g, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

/** `suppliers` is about a supplier. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
