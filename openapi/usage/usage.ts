// What a client uses of the contract: names and kinds, no data. Teams commit it as `clients/<client>.usage.yaml`.
import { platform } from '#platform'
import { readFiles } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import { isFields } from '../fields.ts'

/** The version of the form. */
const VERSION = 1

/** What a client uses of the contract. */
export interface Usage {
  readonly usage: typeof VERSION
  readonly client: string
  /** Whether every call of the client was seen. */
  readonly complete: boolean
  /** By operationId. */
  readonly operations: Readonly<Record<string, OperationUsage>>
}

export interface OperationUsage {
  /** What requests have, by place: `query limit`, `body.title`, `body.items[].name`; `*` for names that are data. */
  readonly sends: Readonly<Record<string, Sent>> | 'unknown'
  /** The codes of the refusals that were met, by status. */
  readonly replies: Readonly<Record<string, string[]>>
  /**
   * The places of replies that were read, such as `reply 200.items[].id`; `reply 422 as text` for one of which nobody knows
   * what was read.
   */
  readonly reads: string[] | 'unknown'
}

/** What is sent at a place. */
export interface Sent {
  /** Whether every request has it that could have it. */
  readonly sent: 'always' | 'sometimes'
  /** Types of JSON. */
  readonly kinds: string[]
  /** Words that the contract lists. */
  readonly words?: string[]
}

/** The schema of a usage file, made when it is needed. */
function usageSchema(): object {
  const names = { type: 'array', items: { type: 'string' } }
  const sent = shape({ sent: { enum: ['always', 'sometimes'] }, kinds: names, words: names }, ['words'])
  const operation = shape({
    sends: orUnknown(mapOf(sent)),
    replies: { ...mapOf(names), propertyNames: { pattern: '^[1-5]\\d\\d$' } },
    reads: orUnknown(names),
  })
  return shape({
    usage: { const: VERSION },
    client: { type: 'string', minLength: 1 },
    complete: { type: 'boolean' },
    operations: mapOf(operation),
  })
}

const orUnknown = (known: object) => ({
  if: { type: 'string' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { const: 'unknown' },
  else: known,
})
const shape = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties,
  additionalProperties: false,
})
const mapOf = (additionalProperties: object) => ({ type: 'object', additionalProperties })

/** Reads the text of a usage file; `file` is its name in messages. Throws a `UsageError`. */
export async function readUsage(text: string, file: string): Promise<Usage> {
  return requireUsage(await fromYaml(text, file), file)
}

/** The usage in a file, or those of all `.usage.yaml` files of a folder. Throws a `UsageError`. */
export async function readUsages(path: string): Promise<Usage[]> {
  return Promise.all(readFiles(path, '.usage.yaml').map(({ file, text }) => readUsage(text, file)))
}

/** Checks the form of a usage; `from` says where it comes from. Throws a `UsageError`. */
export function requireUsage(value: unknown, from: string): Usage {
  const problem = problemOf(value)
  if (problem === undefined) return value as Usage
  throw new UsageError(`${from} is no usage file: ${problem}. agent-work usage writes one.`)
}

async function fromYaml(text: string, file: string): Promise<unknown> {
  // Imported on demand, so that programs without usage files start faster.
  const { parse } = await import('yaml')
  try {
    return parse(text)
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new UsageError(`${file} is no usage file: it is no YAML: ${reason}`)
  }
}

function problemOf(value: unknown): string | undefined {
  if (!isFields(value) || value.usage === undefined) return 'it has no usage: 1'
  if (value.usage !== VERSION)
    return `it has usage: ${JSON.stringify(value.usage)}, and this version reads ${VERSION}`
  const { Ajv2020 } = platform.loadAjv()
  const check = new Ajv2020({ strict: false }).compile(usageSchema())
  if (check(value)) return undefined
  const [first] = (check.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  const at = first?.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/')
  const { additionalProperty, allowedValues, allowedValue } = first?.params ?? {}
  const detail = [additionalProperty, allowedValues, allowedValue]
    .filter(one => one !== undefined)
    .map(one => ` (${String(one)})`)
  return `${at || 'it'} ${first?.message}${detail.join('')}`
}

/** A usage file: sorted, with one line for each place. */
export async function usageText(usage: Usage): Promise<string> {
  const { Document, visit } = await import('yaml')
  const file = new Document(usage)
  file.commentBefore = ` What ${JSON.stringify(usage.client)} uses of the service: names and kinds, no data. Written by agent-work usage.`
  visit(file, {
    Map(_, map) {
      if (map.has('kinds')) map.flow = true
    },
    Seq(_, list, path) {
      const above = path.at(-1)
      // Places that are read have a line each.
      const isReads = above !== undefined && 'key' in above && String(above.key) === 'reads'
      list.flow = !isReads || list.items.length === 0
    },
  })
  return file.toString({ lineWidth: 0 })
}
