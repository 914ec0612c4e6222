// Enumerations in other words than the default contract has.
import type { Schema } from '#openapi'

/** Another word for some words of an enumeration. */
export type Words = Readonly<Record<string, string>>

/** The enumeration in other words, its description included. */
export function inWords(schema: Schema, words: Words): Schema {
  const { enum: all = [], description } = schema
  return {
    ...schema,
    enum: all.map(word => words[String(word)] ?? word),
    ...(description === undefined ? {} : { description: quotedInWords(description, words) }),
  }
}

/** A description with other words where it quotes one. */
function quotedInWords(text: string, words: Words): string {
  return text.replace(/`(\w+)`/g, (quoted, word: string) => (words[word] ? `\`${words[word]}\`` : quoted))
}
