import { closestWord } from './similar-words.ts'

/** `; did you mean --port?`, or an empty text if no word is similar. */
export function didYouMean(word: string, words: readonly string[], prefix = ''): string {
  const found = closestWord(word, words)
  return found === undefined ? '' : `; did you mean ${prefix}${found}?`
}
