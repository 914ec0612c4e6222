/** Finds all mistakes of a target: those against its schema, and names of what does not exist. */
import type { ErrorObject } from 'ajv'
import { pathOf, requirements, sentenceOf } from '#openapi'
import { didYouMean } from '../../flags/did-you-mean.ts'
import { secretIn } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import { similarWord } from '../../flags/similar-words.ts'
import { formCheck } from '../../platform/form-check.ts'
import type { Path } from '../../platform/yaml.ts'
import { TargetProblem } from './problem.ts'
import { placeOf } from './target-file.ts'
import { type KeyInput, type TargetInput, targetSchema } from './target-schema.ts'

interface Mistake {
  path: Path
  message: string
}

const errorsOf = formCheck(import.meta.url, 'target-check', () => targetSchema)

/** Throws one problem that lists all mistakes, each with its place in the file and the nearest right name. */
export function checkTarget(input: TargetInput, env: NodeJS.ProcessEnv): void {
  const mistakes = againstSchema(errorsOf(input))
  mistakes.push(...namesIn(input, env))
  if (mistakes.length === 0) return
  const lines = mistakes
    .map(({ path, message }) => ({ place: placeOf(input, path), text: [path.join('.'), message].join(': ') }))
    .toSorted((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0))
    .map(({ place, text }) => `  - ${place ? `${place.file}:${place.line}: ` : ''}${text.replace(/^: /, '')}`)
  throw new TargetProblem(`the target cannot be used:\n${[...new Set(lines)].join('\n')}`)
}

function againstSchema(errors: readonly ErrorObject[]): Mistake[] {
  return errors.flatMap(error => {
    const path = pathOf(error.instancePath)
    const within = errors.some(one => one.instancePath.startsWith(`${error.instancePath}/`))
    if (error.keyword === 'oneOf') return within ? [] : [{ path, message: alternatives(path) }]
    // Of alternatives, those that do not hold are no mistakes of their own.
    if (/\/oneOf\/\d+\/(required|const|type|minLength)$/.test(error.schemaPath)) return []
    const { additionalProperty, missingProperty } = error.params as Record<string, unknown>
    if (typeof additionalProperty === 'string') {
      const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
      return [
        {
          path: [...path, additionalProperty],
          message: `not a known field${nearest(additionalProperty, known)}`,
        },
      ]
    }
    if (typeof missingProperty === 'string') return [{ path, message: `${missingProperty} is missing` }]
    // Anything may be a key in the wrong place.
    return [{ path, message: sentenceOf(error, { isSecret: true }) }]
  })
}

const alternatives = ([top, , field]: Path): string =>
  top === 'members'
    ? 'must be a name, or a list of names'
    : field === 'scopes'
      ? 'must be all, or a list of scopes'
      : 'must have one of env, file and value'

/** `; did you mean board?` */
const nearest = (word: string, words: readonly string[]): string => {
  const similar = similarWord(word, words)
  return didYouMean(word, words) || (similar === undefined ? '' : `; did you mean ${similar}?`)
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** Mistakes that no schema shows: an address, variables, keys and requirements that do not exist. */
function namesIn({ base_url, keys, fixtures, waivers, members }: TargetInput, env: NodeJS.ProcessEnv) {
  const url = URL.parse(String(base_url))
  const known = requirements.requirements.map(one => one.id)
  const unknown = (path: Path, id: string): Mistake[] =>
    known.some(one => one === id)
      ? []
      : [
          {
            path,
            message: `there is no requirement ${id}${nearest(id, known) || '; agent-work conformance list shows them'}`,
          },
        ]
  return [
    ...(/^https?:/.test(String(base_url)) && !url
      ? [{ path: ['base_url'], message: 'must be an address, such as https://agents.example.com' }]
      : []),
    ...(url && (url.username !== '' || url.password !== '')
      ? [{ path: ['base_url'], message: 'must not hold a name or a password; keys go under keys' }]
      : []),
    ...entriesOf(keys).flatMap(([name, key]) => keyMistakes(name, key as KeyInput, env)),
    ...entriesOf(fixtures).flatMap(([name, fixture]) => {
      const key = entriesOf(fixture).find(([field]) => field === 'key')?.[1]
      const names = entriesOf(keys).map(([one]) => one)
      return typeof key !== 'string' || names.includes(key)
        ? []
        : [{ path: ['fixtures', name, 'key'], message: `not a name under keys${nearest(key, names)}` }]
    }),
    ...entriesOf(waivers).flatMap(([index, waiver]) => {
      const id = entriesOf(waiver).find(([field]) => field === 'requirement')?.[1]
      return typeof id === 'string' ? unknown(['waivers', Number(index), 'requirement'], id) : []
    }),
    ...entriesOf(members).flatMap(([id]) => unknown(['members', id], id)),
  ]
}

function keyMistakes(name: string, key: Partial<KeyInput> | null, env: NodeJS.ProcessEnv): Mistake[] {
  const { env: variable, value, file } = key ?? {}
  if (typeof file === 'string')
    try {
      secretIn(file)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return [{ path: ['keys', name], message: error.message }]
    }
  const given = value ?? env[variable ?? '']
  if (typeof variable === 'string' && value === undefined && !given) {
    const message = `the environment variable ${variable} is not set; export it, or take the key out of the target`
    return [{ path: ['keys', name], message }]
  }
  return typeof given === 'string' && (/[^\x20-\x7e]/.test(given) || given !== given.trim())
    ? [
        {
          path: ['keys', name],
          message: 'holds a line break, blank or other character that no header can carry',
        },
      ]
    : []
}
