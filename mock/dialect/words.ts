// Renames words of enumerations.
import type { Schema } from '#openapi'

/** New words by those of an enumeration. */
export type Words = Readonly<Record<string, string>>

/** The enumeration with new words, also in its description. */
export function inWords(schema: Schema, words: Words): Schema {
  const { enum: all = [], description } = schema
  return {
    ...schema,
    enum: all.map(word => words[String(word)] ?? word),
    ...(description === undefined ? {} : { description: quotedInWords(description, words) }),
  }
}

/** A description with new words where it quotes one. */
function quotedInWords(text: string, words: Words): string {
  return text.replace(/`(\w+)`/g, (quoted, word: string) => (words[word] ? `\`${words[word]}\`` : quoted))
}
