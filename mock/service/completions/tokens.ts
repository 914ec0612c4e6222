// Counts tokens: up to seven letters or digits, or one other character, with the space before it.

/** Splits a text into tokens. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*(?:[\p{L}\p{M}\p{N}]{1,7}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu) ?? []
}

/** What a message costs beside its text. */
const PER_MESSAGE = 4

/** The tokens that a model reads for these texts, each of them a message. */
export function tokensToRead(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + PER_MESSAGE + tokensOf(text).length, 0)
}
