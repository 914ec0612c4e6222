// What an agent does in a run, as data. Texts may contain the placeholders `{{input.task}}`, `{{answer}}` and
// `{{values.name}}`.
import type { Schemas } from '#openapi'

/** A field of a question (section 2.2). */
export type QuestionField = Readonly<Schemas['QuestionField']>

/** One step. Steps with `seconds` take that long and cost tokens; the others take no time. */
export type Step =
  | {
      readonly do: 'work'
      readonly seconds: number
      /** How much the duration varies between runs: 0.5 means from half as long to half as long again. */
      readonly variation?: number
      readonly tokensPerSecond?: number
    }
  | { readonly do: 'say'; readonly text: string }
  | {
      readonly do: 'tool'
      readonly name: string
      readonly arguments: Readonly<Record<string, unknown>>
      readonly result: unknown
      readonly seconds: number
    }
  | { readonly do: 'ask'; readonly prompt: string }
  | { readonly do: 'ask-fields'; readonly prompt: string; readonly fields: readonly QuestionField[] }
  | { readonly do: 'ask-decisions'; readonly prompt: string; readonly actions: readonly QuestionField[] }
  | { readonly do: 'await-approval'; readonly title: string; readonly description: string }
  | { readonly do: 'fail'; readonly code: string; readonly message: string }
  | { readonly do: 'finish'; readonly summary: string }
