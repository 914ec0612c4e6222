// Reads twin files, as `learn` writes them and people edit them. Every mistake is reported with its line and column.
import { readFileSync } from 'node:fs'
import { isFields, type OperationId, requirements, type Schema, shownPath } from '#openapi'
import { meant } from '../../flags/did-you-mean.ts'
import { whyNot } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import type { Path, Place } from '../../platform/yaml.ts'
import { eventSchemas, refusalSchema, replySchema } from '../dialect/default-schemas.ts'
import { type Dialect, isStatus, type Lengths, type Violations } from '../dialect/dialect.ts'
import { refusalRules } from '../dialect/refusal-rules.ts'
import { isRequestName, requestNames } from '../dialect/request-rules.ts'
import {
  changesStatedBounds,
  problemsOfStated,
  problemsOfStatedEvent,
  requirementOfWord,
  STATED_CODES,
} from '../dialect/stated-elements.ts'
import type { Template } from '../dialect/template.ts'
import { compilerOf, TemplateError } from '../dialect/template-compiler.ts'
import { twinCheck } from '../dialect/twin-schema.ts'
import { isIdForm } from '../dialect/value-forms.ts'
import { partsOf } from '../dialect/wrong-members.ts'
import { AnswerError, answerTo } from '../profile/answers.ts'
import { fillAndCheck } from '../world-file/shape.ts'
import { type Twin, withPace, withViolations } from './twin.ts'

/** A twin file that cannot be used; the message has one line for each mistake. */
export class TwinFileError extends UsageError {}

export interface TwinFileOptions {
  /** Whether to serve the deployment's violations of the specification. Default: false. */
  readonly violations?: boolean
  /** Whether replies take as long as the deployment's, by the clock of the workspace. Default: false. */
  readonly pace?: boolean
}

/** Reads a twin file. Throws a `TwinFileError` with all mistakes and their positions. */
export async function readTwinFile(
  path: string,
  { violations = false, pace = false }: TwinFileOptions = {},
): Promise<Twin> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new TwinFileError(`the twin ${path} cannot be read: ${whyNot(error)}`)
  }
  const twin = await twinInYaml(text, path)
  const paced = pace ? withPace(twin) : twin
  return violations ? withViolations(paced) : paced
}

/** Reports a mistake; `at` is the path of the member that is wrong. */
type Say = (at: Path, message: string) => void

/** The same for the text of a file; `name` is its name in messages. */
export async function twinInYaml(text: string, name: string): Promise<Twin> {
  if (text.startsWith('{"recording":'))
    throw new TwinFileError(`${name} is a recording: agent-work learn ${name} makes a twin of it`)
  // Imported on demand, so that a mock without a twin starts faster.
  const { readYaml } = await import('../../platform/yaml.ts')
  const lines: string[] = []
  const say = (place: Place | undefined, message: string) =>
    void lines.push(`${name}:${place?.line ?? 1}:${place?.column ?? 1}: ${message}`)
  const { value, placeOf } = readYaml(text, name, (place, _, message) => say(place, message))
  if (lines.length > 0) throw new TwinFileError(lines.join('\n'))
  const twin = withoutEmptyParts(value, 2)
  check(twin, (at, message) => say(placeOf(at)?.place, message))
  if (lines.length > 0) throw new TwinFileError(lines.join('\n'))
  return withTextAnswers(twin as Twin)
}

/** A part that is named and empty counts as missing. */
function withoutEmptyParts(value: unknown, depth: number): unknown {
  if (depth === 0 || !isFields(value)) return value
  const parts = Object.entries(value).filter(([, part]) => part !== null)
  return Object.fromEntries(
    parts.map(([name, part]) => [name, name === 'answers' ? part : withoutEmptyParts(part, depth - 1)]),
  )
}

/** YAML parses some answers as numbers or null, such as 401; answers are texts. */
function withTextAnswers(twin: Twin): Twin {
  if (!twin.answers) return twin
  const answers = Object.entries(twin.answers).map(([id, answer]) => answerTo(id, answer))
  return { ...twin, answers: Object.fromEntries(answers) }
}

/** Reports all mistakes in the content of a twin file: in its shape, else in what its names refer to. */
function check(twin: unknown, say: Say): void {
  if (!isFields(twin)) {
    say([], 'a twin is a map that begins with twin: 1')
    return
  }
  const misfits = fillAndCheck(twin, twinCheck)
  for (const { at, message } of misfits) say(at, `${shownPath(at)}: ${message}`)
  if (misfits.length > 0) return
  const { answers = {}, dialect = {}, violations = {}, pace = {} } = twin as unknown as Twin
  for (const [id, answer] of Object.entries(answers)) checkAnswer(id, answer, say)
  for (const [key, { runs = {}, ...latency }] of Object.entries(pace)) {
    checkLengths(['pace', key], latency, say)
    for (const [agent, length] of Object.entries(runs))
      checkLengths(['pace', key, 'runs', agent], length, say)
  }
  if (areFormsOfIds(dialect, say)) checkTemplates(dialect, violations, say)
}

function checkAnswer(id: string, answer: unknown, say: Say): void {
  try {
    answerTo(id, answer)
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error
    say(['answers', id], error.message)
  }
}

function checkLengths(at: Path, { median, p95 }: Lengths, say: Say): void {
  if (p95 < median) say(at, `${at.at(-1)}: p95 must be at least the median`)
}

/** Whether ids and requests are described rightly; templates cannot be compiled before. */
function areFormsOfIds({ ids = {}, requests = {} }: Dialect, report: Say): boolean {
  let areRight = true
  const say: Say = (at, message) => {
    areRight = false
    report(['dialect', ...at], message)
  }
  for (const [prefix, form] of Object.entries(ids))
    if (!isIdForm(form))
      say(
        ['ids', prefix],
        `${form} is no form of ids; write uuid, digits6, hex12 or letters20, or one in braces: run-{digits6}`,
      )
  for (const [key, rule] of Object.entries(requests)) {
    const at = ['requests', key]
    if (!isRequestName(key)) say(at, `no operation takes ${key}${meant(key, [...requestNames()])}`)
    if (rule.form !== undefined && !isIdForm(rule.form) && rule.form !== 'reference')
      say([...at, 'form'], `${rule.form} is no form of ids`)
    if (changesStatedBounds(key) && ('least' in rule || 'most' in rule))
      say(at, `the bounds of ${key} are stated and cannot be others`)
  }
  return areRight
}

function checkTemplates(dialect: Dialect, violations: Violations, report: Say): void {
  const say: Say = (at, message) => report(['dialect', ...at], message)
  const compiler = compilerOf(dialect)
  const compile = (template: Template, schema: Schema, at: readonly string[]) => {
    try {
      return compiler.compile(template, schema, at)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      say(error.at, error.message)
      return undefined
    }
  }
  const schemas = new Map<string, Schema>()
  for (const [id, template] of Object.entries(dialect.replies ?? {})) {
    const compiled = compile(template, replySchema(id as OperationId), ['replies', id])
    if (!compiled) continue
    schemas.set(id, compiled.schema)
    for (const message of problemsOfStated(id as OperationId, compiled.schema)) say(['replies', id], message)
  }
  for (const [id, events] of Object.entries(dialect.events ?? {})) {
    const kinds = eventSchemas(id as OperationId)
    for (const [type, event] of Object.entries(events)) {
      const at = ['events', id, type]
      if (type !== 'end' && !kinds.has(type)) {
        say(at, `${id} has no event ${type}${meant(type, [...kinds.keys()])}`)
        continue
      }
      const compiled = compile(event.data, kinds.get(type) ?? {}, [...at, 'data'])
      if (compiled && type !== 'end')
        for (const message of problemsOfStatedEvent(id as OperationId, compiled.schema)) say(at, message)
    }
  }
  const codes = Object.keys(refusalRules)
  const ofRefusals = refusalSchema()
  for (const [key, refusal] of Object.entries(dialect.refusals ?? {})) {
    const code = key.split(' ').at(-1) ?? ''
    if (code !== '*' && !isStatus(key) && !codes.includes(code))
      say(['refusals', key], `there is no code ${code}${meant(code, codes)}`)
    if (isStatus(key) && refusal.status !== undefined)
      say(['refusals', key, 'status'], 'what is described by its status has no other')
    if (STATED_CODES.has(code) && refusal.status !== undefined)
      say(['refusals', key, 'status'], `the status of ${code} is stated and cannot be another`)
    if (refusal.body !== undefined) compile(refusal.body, ofRefusals, ['refusals', key, 'body'])
  }
  for (const [name, words] of Object.entries(dialect.words ?? {})) {
    for (const word of Object.keys(words))
      if (requirementOfWord(name, word) !== undefined)
        say(['words', name, word], `the word ${word} is stated and cannot be another`)
  }
  checkViolations(violations, schemas, (at, message) => report(['violations', ...at], message))
}

/** Violations may only contradict what the specification states; `schemas` are those of the described replies. */
function checkViolations(violations: Violations, schemas: ReadonlyMap<string, Schema>, say: Say): void {
  for (const [requirement, { refusals = {}, members = {}, words = {} }] of Object.entries(violations)) {
    if (!requirements.requirements.some(({ id }) => id === requirement))
      say([requirement], `there is no requirement ${requirement}`)
    for (const key of Object.keys(refusals)) {
      const code = key.split(' ').at(-1) ?? ''
      if (!STATED_CODES.has(code))
        say(
          [requirement, 'refusals', key],
          `the status of ${code} is not stated: write it below dialect.refusals`,
        )
    }
    for (const [id, wrong] of Object.entries(members)) {
      const at = [requirement, 'members', id]
      const schema = schemas.get(id)
      if (!schema) say(at, `describe ${id} below dialect.replies first`)
      else
        for (const path of Object.keys(wrong))
          if (!hasMember(schema, partsOf(path))) say(at, `the reply of ${id} has no member ${path}`)
    }
    for (const [name, its] of Object.entries(words))
      for (const word of Object.keys(its))
        if (requirementOfWord(name, word) === undefined)
          say(
            [requirement, 'words', name],
            `the word ${word} of ${name} is not stated: write it below dialect.words`,
          )
  }
}

function hasMember(schema: Schema, [part = '', ...rest]: readonly string[]): boolean {
  const { items, properties = {}, anyOf = [] } = schema
  if (anyOf.some(one => hasMember(one, [part, ...rest]))) return true
  const inner = part === '[]' ? items : properties[part]
  return inner !== undefined && (rest.length === 0 || hasMember(inner, rest))
}
