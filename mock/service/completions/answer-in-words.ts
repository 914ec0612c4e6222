// Parses a message of a conversation as the answer to the agent's question.
import { isFields } from '#openapi'
import { jsonIn } from '../../store/json-in.ts'
import { FIELD_TYPES, isSameWord } from '../../work/field-types.ts'
import type { Asking } from '../../world/completions.ts'
import type { Answers } from '../../world/runs.ts'
import type { QuestionField } from '../../world/script.ts'

/** The values found, and the fields that are still open. */
export interface AnswerInWords {
  readonly answers: Answers
  readonly open: readonly QuestionField[]
}

/**
 * A free-text question takes the message as it is. A question with fields takes a JSON object, or lines such as
 * `amount: 120`; a single open field also takes the bare value. Decisions take the same, or one word for all.
 */
export function readAnswer({ question, answers }: Asking, message: string): AnswerInWords {
  if (question.kind === 'text') return { answers: { ...answers, answer: message.trim() }, open: [] }
  const said = { ...before(answers, question.kind), ...valuesIn(question.fields, message) }
  const heard: Record<string, unknown> = {}
  for (const field of question.fields) {
    const value = FIELD_TYPES[field.type].read(String(said[field.name] ?? '').trim(), field)
    if (value !== undefined) heard[field.name] = value
  }
  const open = question.fields.filter(field => field.required && !(field.name in heard))
  if (question.kind === 'fields') return { answers: { ...answers, values: heard }, open }
  const decisions = Object.entries(heard).map(([name, decision]) => ({ name, decision }))
  return { answers: { ...answers, decisions }, open }
}

/** A question as a message, with the answers that it takes. */
export function questionInWords(
  { kind, prompt }: Asking['question'],
  open: readonly QuestionField[],
): string {
  if (kind === 'text') return prompt
  const lines = open.map(field => `${field.name}: ${hintFor(field)}`)
  return `${prompt} Please answer with\n${lines.join('\n')}`
}

function before(answers: Answers, kind: 'fields' | 'decisions'): Readonly<Record<string, unknown>> {
  if (kind === 'fields') return answers.values
  return Object.fromEntries(answers.decisions.map(({ name, decision }) => [String(name), decision]))
}

function valuesIn(fields: readonly QuestionField[], message: string): Record<string, unknown> {
  const json = jsonIn(message)
  if (isFields(json)) return { ...json }
  const values: Record<string, unknown> = {}
  for (const line of message.split(/[\n;]|,(?=[^,\n]*[:=])/)) {
    const [, name = '', value = ''] = /^\s*([^:=]+?)\s*[:=]\s*(.+?)\s*$/.exec(line) ?? []
    const field = fields.find(field => [field.name, field.label].some(known => isSameWord(known, name)))
    if (field) values[field.name] = value
  }
  if (Object.keys(values).length > 0) return values
  // A bare word can only answer a single field, or decide all proposals alike.
  const word = message.trim()
  const [first] = fields
  const allAlike = fields.every(
    field => field.type === 'choice' && field.options?.join() === first?.options?.join(),
  )
  return fields.length === 1 || allAlike ? Object.fromEntries(fields.map(field => [field.name, word])) : {}
}

function hintFor(field: QuestionField): string {
  return `${FIELD_TYPES[field.type].says(field)[1]} (${field.label}${field.required ? '' : ', may be left out'})`
}
