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

/** The words of a text in order, without case, accents, endings or stop words. */
export function termsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[ßæœøł]/g, letter => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/g, '')
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(unspaced)
  return words.filter(word => !PASSED_OVER.has(word)).map(stem)
}

/** The distinct words of a query. */
export function queryTermsOf(query: string): string[] {
  return [...new Set(termsOf(query))]
}

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l' }

/** Scripts without spaces between words. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const LETTER = SCRIPTS.map(script => `\\p{Script=${script}}`).join('')
const UNSPACED = new RegExp(`[${LETTER}]`, 'u')
const PARTS = new RegExp(`[${LETTER}]+|[^${LETTER}]+`, 'gu')

/** A word; pairs of letters instead where the script has no spaces between words. */
function unspaced(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  return (word.match(PARTS) ?? []).flatMap(part => {
    const letters = [...part]
    if (letters.length < 3 || !UNSPACED.test(part)) return [part]
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  })
}

/** Endings of English words, and plurals of others: `approve`, `approvals` and `approving` are one word. */
const ENDING =
  /^(.{3,}?)(?:ations?|ions?|ments?|ings?|(?<=.{5})als?|ies|ied|ed|es|en|e|(?<=[^aeiou])y|(?<=[^su])s)$/u

function stem(word: string): string {
  return (ENDING.exec(word)?.[1] ?? word).replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}
