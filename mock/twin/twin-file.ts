// Reads twin files, as `learn` writes them and people edit them. Every mistake is reported with its line and column.
import { readFileSync } from 'node:fs'
import type * as Yaml from 'yaml'
import type { Document, Scalar } from 'yaml'
import { document, isFields, type OperationId, operationIds, type Schema } from '#openapi'
import { closestWord, similarWord } from '../../flags/similar-words.ts'
import { eventSchemas, refusalSchema, replySchema } from '../dialect/default-schemas.ts'
import {
  type Dialect,
  type EventDialect,
  isStatus,
  type RefusalDialect,
  type RequestRule,
  type RequestRules,
  type Template,
} from '../dialect/dialect.ts'
import type { Latency } from '../dialect/pace.ts'
import { refusalRules } from '../dialect/refusal-rules.ts'
import { requestNames } from '../dialect/request-rules.ts'
import {
  problemsOfStated,
  problemsOfStatedEvent,
  requirementOfWord,
  STATED_BOUNDS,
  STATED_CODES,
} from '../dialect/stated-elements.ts'
import { TemplateCompiler, TemplateError } from '../dialect/template-compiler.ts'
import { isIdForm } from '../dialect/value-forms.ts'
import { AnswerError, answerTo } from '../profile/answers.ts'
import { type Twin, withPace, withViolations } from './twin.ts'
import { checkViolations } from './violation-check.ts'

/** A twin file that cannot be used; the message has one line for each mistake. */
export class TwinFileError extends Error {}

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
    throw new TwinFileError(`the twin ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  const twin = await twinInYaml(text, path)
  const paced = pace ? withPace(twin) : twin
  return violations ? withViolations(paced) : paced
}

type Path = readonly (string | number)[]
interface Problem {
  readonly at: Path
  readonly message: string
}

/** The same for the text of a file; `name` is its name in messages. */
export async function twinInYaml(text: string, name: string): Promise<Twin> {
  // Imported on demand, so that a program without a twin starts faster.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const file = yaml.parseDocument(text, { lineCounter: lines, ...LINEAR })
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}:`
  }
  if (text.startsWith('{"recording":'))
    throw new TwinFileError(`${name} is a recording: agent-work learn ${name} makes a twin of it`)
  // In a file that is no YAML, the first mistakes are enough, and its content is meaningless.
  const broken = [
    ...file.errors.map(error => [error.pos[0], error.message.split(/: ["']/)[0]] as const),
    ...repeatedKeys(yaml, file).map(key => [key.range?.[0] ?? 0, 'Map keys must be unique'] as const),
  ]
    .slice(0, 3)
    .map(([offset, message]) => `${place(offset)} ${message}`)
  if (broken.length > 0) throw new TwinFileError(broken.join('\n'))
  const { twin, problems } = contentOf(file, name)
  if (problems.length > 0)
    throw new TwinFileError(
      problems.map(({ at, message }) => `${place(offsetOf(file, at))} ${message}`).join('\n'),
    )
  return withTextAnswers(twin as Twin)
}

/** By default, the parser looks for lines at each mistake, and at all keys of a map for each key. */
const LINEAR = { prettyErrors: false, uniqueKeys: false } as const

/** The keys that their map has twice. */
function repeatedKeys({ visit, isScalar }: typeof Yaml, file: Document): Scalar[] {
  const repeated: Scalar[] = []
  visit(file, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) repeated.push(key)
        seen.add(key.value)
      }
    },
  })
  return repeated
}

/** The content and its mistakes. The templates of a file of another form cannot even be compiled. */
function contentOf(file: Document.Parsed, name: string): { twin: unknown; problems: Problem[] } {
  try {
    const twin = file.toJS() as unknown
    return { twin, problems: problemsOf(twin) }
  } catch (error) {
    throw new TwinFileError(
      `${name} does not have the form of a twin; docs/twin.md shows it (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

/** YAML parses some answers as numbers or null, such as 401; answers are texts. */
function withTextAnswers(twin: Twin): Twin {
  if (!twin.answers) return twin
  const answers = Object.entries(twin.answers).map(([id, answer]) => answerTo(id, answer))
  return { ...twin, answers: Object.fromEntries(answers) }
}

/** The start of the node at a path, or of its nearest parent. */
function offsetOf(file: Document.Parsed, at: Path): number {
  for (let length = at.length; length > 0; length -= 1) {
    const node = file.getIn(at.slice(0, length), true) as { range?: [number, number, number] } | undefined
    if (node?.range) return node.range[0]
  }
  return 0
}

/** All mistakes in the content of a twin file. */
function problemsOf(twin: unknown): Problem[] {
  const problems: Problem[] = []
  const say = (at: Path, message: string) => void problems.push({ at, message })
  if (!isFields(twin)) return [{ at: [], message: 'a twin is a map that begins with twin: 1' }]
  if (twin.twin !== 1)
    say(['twin'], `twin must be 1, the version of the form, got ${JSON.stringify(twin.twin)}`)
  known(
    twin,
    ['twin', 'of', 'answers', 'because', 'undecided', 'dialect', 'violations', 'pace', 'unsure', 'hand'],
    [],
    say,
  )
  for (const [id, answer] of Object.entries(mapAt(twin, 'answers', [], say)))
    try {
      answerTo(id, answer)
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error
      say(['answers', id], error.message)
    }
  for (const [key, latency] of Object.entries(mapAt(twin, 'pace', [], say))) {
    if (key !== '*' && !(operationIds as string[]).includes(key))
      say(['pace', key], `there is no operation ${key}${meant(key, operationIds)}`)
    if (!isLatency(latency))
      say(['pace', key], `${key} takes two times in milliseconds, such as { median: 40, p95: 120 }`)
  }
  const dialect = mapAt(twin, 'dialect', [], say)
  known(dialect, DIALECT, ['dialect'], say)
  const violations = mapAt(twin, 'violations', [], say)
  if (problems.length === 0) problems.push(...problemsOfDialect(dialect, violations))
  return problems
}

function isLatency(value: unknown): value is Latency {
  if (!isFields(value) || Object.keys(value).length !== 2) return false
  const { median, p95 } = value
  return typeof median === 'number' && typeof p95 === 'number' && median >= 0 && p95 >= median
}

const DIALECT = ['ids', 'words', 'requests', 'records', 'replies', 'refusals', 'events', 'headers']

function problemsOfDialect(dialect: Dialect, violations: Readonly<Record<string, unknown>>): Problem[] {
  const problems: Problem[] = []
  const say = (at: Path, message: string) => void problems.push({ at: ['dialect', ...at], message })
  for (const [prefix, form] of Object.entries(dialect.ids ?? {}))
    if (typeof form !== 'string' || !isIdForm(form))
      say(
        ['ids', prefix],
        `${form} is no form of ids; write uuid, digits6, hex12 or letters20, or one in braces: run-{digits6}`,
      )
  for (const key of Object.keys(dialect.replies ?? {}))
    if (!(operationIds as string[]).includes(key))
      say(['replies', key], `there is no operation ${key}${meant(key, operationIds)}`)
  problems.push(...problemsOfRequests(dialect.requests ?? {}))
  if (problems.length > 0) return problems
  const compiler = new TemplateCompiler(document, dialect)
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
    const compiled = compile(template, replySchema(document, id as OperationId), ['replies', id])
    if (compiled) schemas.set(id, compiled.schema)
    if (compiled)
      for (const message of problemsOfStated(id as OperationId, compiled.schema))
        say(['replies', id], message)
  }
  for (const [id, events] of Object.entries(dialect.events ?? {})) {
    const kinds = eventSchemas(document, id as OperationId)
    if (kinds.size === 0) say(['events', id], `${id} has no stream of events`)
    else
      for (const [type, event] of Object.entries(events)) {
        const at = ['events', id, type]
        if (type !== 'end' && !kinds.has(type))
          say(at, `${id} has no event ${type}${meant(type, [...kinds.keys()])}`)
        else if (!isFields(event) || event.data === undefined) say(at, 'an event is a map with data')
        else {
          known(event, ['name', 'id', 'data'] satisfies (keyof EventDialect)[], at, say)
          const compiled = compile(event.data, kinds.get(type) ?? {}, [...at, 'data'])
          if (compiled && type !== 'end')
            for (const message of problemsOfStatedEvent(id as OperationId, compiled.schema)) say(at, message)
        }
      }
  }
  const codes = Object.keys(refusalRules)
  for (const [key, refusal] of Object.entries(dialect.refusals ?? {})) {
    const code = key.split(' ').at(-1) ?? ''
    if (code !== '*' && !isStatus(key) && !codes.includes(code))
      say(['refusals', key], `there is no code ${code}${meant(code, codes)}`)
    if (isStatus(key) && refusal.status !== undefined)
      say(['refusals', key, 'status'], 'what is described by its status has no other')
    if (STATED_CODES.has(code) && refusal.status !== undefined)
      say(['refusals', key, 'status'], `the status of ${code} is stated and cannot be another`)
    if (refusal.status !== undefined && !(refusal.status >= 400 && refusal.status < 600))
      say(['refusals', key, 'status'], `a refusal has a status from 400 to 599, not ${refusal.status}`)
    known(
      refusal as Readonly<Record<string, unknown>>,
      ['status', 'type', 'body'] satisfies (keyof RefusalDialect)[],
      ['refusals', key],
      say,
    )
    if (refusal.body !== undefined) compile(refusal.body, refusalSchema(document), ['refusals', key, 'body'])
  }
  for (const [name, words] of Object.entries(dialect.words ?? {})) {
    for (const word of Object.keys(words))
      if (requirementOfWord(name, word) !== undefined)
        say(['words', name, word], `the word ${word} is stated and cannot be another`)
  }
  checkViolations(
    violations,
    id => schemas.get(id),
    (at, message) => void problems.push({ at: ['violations', ...at], message }),
  )
  return problems
}

function problemsOfRequests(rules: RequestRules): Problem[] {
  const problems: Problem[] = []
  const names = requestNames(document)
  for (const [key, rule] of Object.entries(rules)) {
    const at = ['dialect', 'requests', key]
    const say = (path: Path, message: string) => void problems.push({ at: path, message })
    if (!names.has(key)) say(at, `no operation takes ${key}${meant(key, [...names])}`)
    if (!isFields(rule)) {
      say(at, 'a rule is a map such as { least: 1, most: 100 }')
      continue
    }
    known(rule, ['least', 'most', 'without', 'form'] satisfies (keyof RequestRule)[], at, say)
    for (const name of ['least', 'most'] as const)
      if (rule[name] !== undefined && typeof rule[name] !== 'number')
        say([...at, name], `${name} takes a number`)
    if (rule.form !== undefined && !isIdForm(String(rule.form)) && rule.form !== 'reference')
      say([...at, 'form'], `${rule.form} is no form of ids`)
    if (STATED_BOUNDS.has(key) && ('least' in rule || 'most' in rule))
      say(at, `the bounds of ${key} are stated and cannot be others`)
  }
  return problems
}

type Say = (at: Path, message: string) => void

function known(map: Readonly<Record<string, unknown>>, names: readonly string[], at: Path, say: Say): void {
  for (const name of Object.keys(map))
    if (!names.includes(name))
      say([...at, name], `${name} is not known here${meant(name, names)}; there are ${names.join(', ')}`)
}

function mapAt(
  map: Readonly<Record<string, unknown>>,
  name: string,
  at: Path,
  say: Say,
): Readonly<Record<string, unknown>> {
  const value = map[name]
  if (value === undefined || value === null) return {}
  if (isFields(value)) return value
  say([...at, name], `${name} must be a map`)
  return {}
}

function meant(word: string, words: readonly string[]): string {
  const found = closestWord(word, words) ?? similarWord(word, words)
  return found === undefined ? '' : ` (did you mean ${found}?)`
}
