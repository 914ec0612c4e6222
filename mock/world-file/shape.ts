// Validates worlds and twins with their JSON schemas, with messages in plain sentences.
import type { ErrorObject } from 'ajv'
import { pathOf, sentenceOf } from '#openapi'
import { platform } from '#platform'
import { meantWord } from '../../flags/similar-words.ts'
import { type FormCheck, formCheck } from '../../platform/form-check.ts'
import type { Path } from './problem.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

let own: JsonSchema | undefined

/** The JSON schema of world files, which `npm run generate` derives from mock/control/world.yaml. */
export function worldSchema(): JsonSchema {
  own ??= platform.readGenerated(import.meta.url, 'world.schema.json') as JsonSchema
  return own
}

/** A violation of the schema. */
export interface Misfit {
  readonly at: Path
  /** Whether the name of the member is wrong, not its value. */
  readonly ofKey: boolean
  readonly message: string
}

/** The check of world files. */
export const worldCheck = formCheck(import.meta.url, 'world-check', worldSchema)

/** The maximum number of mistakes that are reported. */
export const MAX_PROBLEMS = 50
/** In a file with more members only the first mistake is looked for: time grows with the square of their number. */
export const MAX_CHECKED = 3_000

/** Fills the defaults of the schema into a value, and returns the mistakes in its shape. */
export function fillAndCheck(value: object, check: FormCheck): Misfit[] {
  const errors = check(value, !hasMore(value, MAX_CHECKED))
  const misfits = errors
    .filter(({ keyword }) => errors.length === 1 || (keyword !== 'if' && keyword !== 'propertyNames'))
    .slice(0, MAX_PROBLEMS)
    .map(misfit)
  const seen = new Set<string>()
  return misfits.filter(({ at, message }) => {
    const name = JSON.stringify([at, message])
    return !seen.has(name) && seen.add(name)
  })
}

/** Whether a value has more than so many members, at any depth. */
function hasMore(value: object, most: number): boolean {
  const open: unknown[] = [value]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const members = Object.values(next)
    count += members.length
    if (count > most) return true
    for (const member of members) if (typeof member === 'object') open.push(member)
  }
  return false
}

function misfit(error: ErrorObject): Misfit {
  const at = pathOf(error.instancePath)
  const { keyword, params } = error
  const parent = error.parentSchema as { properties?: Record<string, { description?: string }> }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const known = Object.keys(parent.properties ?? {})
    const hint = HINTS[[...at.slice(0, 1), name].join('.')]
    const message = `there is no member ${name} here${hint ? `; ${hint}` : meant(name, known)}`
    return { at: [...at, name], ofKey: true, message }
  }
  if (error.propertyName !== undefined && keyword === 'enum') {
    const message = `there is no member ${error.propertyName} here${meant(error.propertyName, params.allowedValues as string[])}`
    return { at: [...at, error.propertyName], ofKey: true, message }
  }
  if (error.propertyName !== undefined) {
    const message = `the handle '${error.propertyName}' must begin with a letter or a digit and have only letters, digits, '.', '_' and '-', at most 60`
    return { at: [...at, error.propertyName], ofKey: true, message }
  }
  if (keyword === 'required') {
    const name = String(params.missingProperty)
    return { at, ofKey: false, message: `the member ${name} is missing` }
  }
  return { at, ofKey: false, message: sentenceOf(error) }
}

/** Common wrong member names, with a hint on the right one. */
const HINTS: Readonly<Record<string, string>> = {
  'company.teams': 'teams stand at the top level, beside company',
  'company.balance': 'did you mean balance_euros?',
  'agents.prompt': 'did you mean system_prompt?',
  'agents.instructions': 'did you mean system_prompt?',
  'workflows.gates': 'a gate is a step: steps: [{ agent: … }, { gate: Release, approvers: [ana] }]',
  'models.price': 'prices are in, out and cached, in euros for a million tokens',
  'tasks.assignee_id': 'did you mean assignee? It takes the handle of a person or an agent',
  'knowledge.files': 'files stand below documents: documents: { files: knowledge/*.md }',
}

const MAX_WORDS = 2_000

/** `; did you mean agents?`, or the alternatives if there are few. */
export function meant(word: string, words: readonly string[]): string {
  // Comparing takes time.
  const found = words.length <= MAX_WORDS ? meantWord(word, words) : undefined
  if (found !== undefined) return `; did you mean ${found}?`
  if (words.length === 0) return ''
  const some = words.slice(0, 12).join(', ')
  return `; there ${words.length === 1 ? 'is' : 'are'} ${some}${words.length > 12 ? ', …' : ''}`
}
