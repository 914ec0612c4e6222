// Renames words of enumerations.
import type { Schema } from '#openapi'

/** New words by those of an enumeration. */
export type Words = Readonly<Record<string, string>>

/** The enumeration with new words, also in its description. */
export function inWords(schema: Schema, words: Words): Schema {
  const { enum: all = [], description } = schema
  const quoted = description?.replace(/`(\w+)`/g, (_, word: string) => `\`${words[word] ?? word}\``)
  return {
    ...schema,
    enum: all.map(word => words[String(word)] ?? word),
    ...(quoted === undefined ? {} : { description: quoted }),
  }
}
