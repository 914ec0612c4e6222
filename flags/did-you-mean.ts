import { closestWord, meantWord } from './similar-words.ts'

/** `; did you mean --port?`, or an empty text if no word is similar, or has the word as a part, as `base-url` has `url`. */
export function didYouMean(word: string, words: readonly string[], prefix = ''): string {
  const found = closestWord(word, words) ?? words.find(one => one.split('-').includes(word))
  return found === undefined ? '' : `; did you mean ${prefix}${found}?`
}

/** ` (did you mean days-window?)`, or an empty text if no word is similar. */
export function meant(word: string, words: readonly string[]): string {
  const found = meantWord(word, words)
  return found === undefined ? '' : ` (did you mean ${found}?)`
}
