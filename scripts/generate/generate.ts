// Derives files from the contract, as texts by name; writes nothing.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import formats from 'ajv-formats'
import openapiTS, {
  astToString,
  type OpenAPI3,
  type OpenAPITSOptions,
  oapiRef,
  type SchemaObject,
  type TransformNodeOptions,
  transformSchemaObject,
} from 'openapi-typescript'
import ts from 'typescript'
import { operationTable } from '../../openapi/operation-table.ts'
import { asObject } from '../../openapi/raw-document.ts'
import { FORM_OPTIONS } from '../../platform/form-options.ts'
import { bundle } from '../contract/bundle.ts'
import {
  allRequirements,
  deriveRequirements,
  gapsOf,
  rowsBySection,
} from '../contract/derived-requirements.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  type Problem,
  type Sources,
} from '../contract/sources.ts'

const header = (sources: string) =>
  `// Generated from the contract by \`npm run generate\`; edit ${sources} instead.\n`
const contract = header('openapi/**/*.yaml')
const idsFile = 'requirement-ids.yaml'

/** Bundle, types, operation table and registers of a contract. */
export async function generate(
  sources: Sources,
): Promise<{ files: Record<string, string>; problems: Problem[] }> {
  const silences = gapsOf(sources, sources.read('gaps.yaml'))
  const register = asObject(sources.read('requirements.yaml'))
  const { document, problems } = bundle(sources)
  if (problems.length > 0) return { files: {}, problems }
  const [written, excluded] = [register.requirements, register.excluded].map(part =>
    rowsBySection(sources, document, part),
  )
  const derived = deriveRequirements(document, register, [...written!, ...excluded!], sources.read(idsFile))
  const { sections = {}, conventions = {}, vocabulary = {} } = register
  const all = allRequirements(document, register, [...written!, ...derived.requirements])
  const requirements = { sections, conventions, vocabulary, requirements: all, excluded: excluded! }
  const table = operationTable(document)
  const gaps = gapRegister(silences, table)
  const files = {
    'openapi.json': json(document),
    'types.gen.ts': contract + (await types(document)),
    'operations.gen.ts': operationsModule(table),
    'words.gen.ts': wordsModule(document),
    'registers.gen.ts': registersModule(gaps, requirements),
    'gaps.json': json(gaps),
    'requirements.json': json(requirements),
    [`../${idsFile}`]: derived.ids,
  }
  return { files, problems }
}

/** A type of its own for each schema, by the name of the schema. */
const NAMED = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true }

/** The same for the mock's control API: bundle, types and table. `sources` are those of the whole project. */
export async function generateControl(
  sources: Sources,
): Promise<{ files: Record<string, string>; problems: Problem[] }> {
  const { document: bundled, problems } = bundle(sources, 'mock/control/control.yaml')
  if (problems.length > 0) return { files: {}, problems }
  // It refers to schemas of the service, but as the API of the mock itself, nothing in it is assumed.
  const document = withoutGaps(bundled) as JsonObject
  const { OperationId } = asObject(asObject(document.components).schemas)
  const service = bundle(sources, 'openapi/openapi.yaml').document
  if (OperationId) asObject(OperationId).enum = Object.keys(operationTable(service))
  const module = `${header('mock/control/**/*.yaml')}import type { OperationRow } from '#openapi'

${await types(document, NAMED)}
export const controlOperations = {
${rowsOf(operationTable(document))}
} as const satisfies { [Id in keyof operations]: OperationRow<Id> }
`
  return { files: { 'control.json': json(document), 'control.gen.ts': module }, problems }
}

/** The JSON schema of world files, and its validator. `control` is the bundled control API. */
export function generateWorldSchema(control: JsonObject): Record<string, string> {
  const schema = schemaIn(control, 'World')
  return { 'world.schema.json': json(schema), 'world-check.cjs': checkModule(schema) }
}

/** A template has a type that says more than its schema. */
const TEMPLATE = "import type { Template } from '../template.ts'\n"

/** The forms of files: where they stand, and the schema of a whole file. */
const FORMS = [
  { folder: 'conformance/target', name: 'target', schema: 'Target', isRead: true },
  { folder: 'conformance/report', name: 'report', schema: 'Report', isRead: false },
  {
    folder: 'mock/dialect',
    name: 'twin',
    schema: 'Twin',
    isRead: true,
    more: { immutable: true, inject: TEMPLATE },
  },
]

/** The JSON schemas and the types of files, by folder, and the validators of those that are read. `sources` are those of the whole project. */
export async function generateForms(
  sources: Sources,
): Promise<{ folders: Record<string, Record<string, string>>; problems: Problem[] }> {
  const table = operationTable(bundle(sources, 'openapi/openapi.yaml').document)
  const register = asObject(sources.read('openapi/requirements.yaml'))
  const operations = Object.values(table)
  const ids = operations.map(({ id }) => id)
  /** Words that stand in the contract and its registers. */
  const words: Record<string, Json[]> = {
    OperationId: ids,
    PaceId: ['*', ...ids],
    StreamId: operations.filter(({ streams }) => streams).map(({ id }) => id),
    GapId: gapsOf(sources, sources.read('openapi/gaps.yaml')).map(gap => gap.id!),
    Scope: [...new Set(operations.flatMap(row => row.scopes.flat()))].sort(),
    Severity: Object.keys(asObject(asObject(register.vocabulary).severities)),
  }
  const folders: Record<string, Record<string, string>> = {}
  const problems: Problem[] = []
  for (const { folder, name, isRead, schema: whole, more } of FORMS) {
    const { document, ...bundled } = bundle(sources, `${folder}/${name}.yaml`)
    problems.push(...bundled.problems)
    if (bundled.problems.length > 0) continue
    const schemas = asObject(asObject(document.components).schemas)
    for (const [kind, known] of Object.entries(words)) if (schemas[kind]) asObject(schemas[kind]).enum = known
    const schema = schemaIn(document, whole)
    folders[`${folder}/generated`] = {
      [`${name}.schema.json`]: json(schema),
      [`${name}.gen.ts`]: header(`${folder}/${name}.yaml`) + (await types(document, more)),
      ...(isRead && { [`${name}-check.cjs`]: checkModule(schema) }),
    }
  }
  return { folders, problems }
}

const nameIn = (ref: Json | undefined) => String(ref).replace('#/components/schemas/', '')

/** A schema of a document as one of its own, with those that it refers to. */
function schemaIn(document: JsonObject, name: string): JsonObject {
  const schemas = asObject(asObject(document.components).schemas)
  const defs: JsonObject = {}
  const own = moved(schemas[name]!) as JsonObject
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...own, $defs: sorted(defs) }

  function moved(value: Json): Json {
    if (Array.isArray(value)) return value.map(moved)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        key,
        // A message about a name has to show it, which the validator gives for names that stand there.
        key === 'propertyNames' && isObject(entry) && '$ref' in entry
          ? schemas[nameIn(entry.$ref)]!
          : key === '$ref'
            ? referenceTo(nameIn(entry))
            : moved(entry),
      ]),
    )
  }

  function referenceTo(name: string): string {
    if (!(name in defs)) {
      defs[name] = {}
      defs[name] = moved(schemas[name]!)
    }
    return `#/$defs/${name}`
  }
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function withoutGaps(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutGaps)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-gap'))
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutGaps(entry)]))
}

async function types(document: JsonObject, more?: OpenAPITSOptions): Promise<string> {
  const ast = await openapiTS(structuredClone(document) as unknown as OpenAPI3, {
    // Requests may omit fields with a default, so a default must not make a field required.
    defaultNonNullable: false,
    transform: typeBeyondSchema,
    ...more,
  })
  return astToString(ast)
}

/** The type of what openapi-typescript does not know: maps whose names are listed, and templates. */
function typeBeyondSchema(schema: SchemaObject, options: TransformNodeOptions): ts.TypeNode | undefined {
  const typeOf = (name: string, ...of: ts.TypeNode[]) => ts.factory.createTypeReferenceNode(name, of)
  if (options.path === '#/components/schemas/Template') return typeOf('Template')
  const { propertyNames: names, additionalProperties } = schema as {
    propertyNames?: { $ref?: string }
    additionalProperties?: SchemaObject
  }
  if (!names?.$ref || !additionalProperties) return undefined
  const record = typeOf('Record', oapiRef(names.$ref), transformSchemaObject(additionalProperties, options))
  return typeOf('Readonly', typeOf('Partial', record))
}

function operationsModule(table: Record<string, unknown>): string {
  return `${contract}import type { OperationRow } from '../operation-row.ts'
import type { operations as typed } from './types.gen.ts'

export const operations = {
${rowsOf(table)}
} as const satisfies { [Id in keyof typed]: OperationRow<Id> }
`
}

export function wordsModule(document: JsonObject, sources = 'openapi/**/*.yaml'): string {
  const schemas = Object.entries(asObject(asObject(document.components).schemas))
  const listed = schemas.flatMap(([name, schema]) => {
    const words = asObject(schema).enum
    return words === undefined ? [] : [[name, words]]
  })
  return `${header(sources)}/** The words of each schema that lists some. */
export const words = {
${rowsOf(Object.fromEntries(listed))}
} as const
`
}

function rowsOf(table: Record<string, unknown>): string {
  return Object.entries(table)
    .map(([id, row]) => `  ${id}: ${JSON.stringify(row)},`)
    .join('\n')
}

/** The register with the default of each gap, and the operations that its answer affects. */
function gapRegister(gaps: readonly JsonObject[], table: ReturnType<typeof operationTable>): JsonObject[] {
  return gaps.map(gap => {
    const named = Object.values(table).filter(row => row.gaps.includes(String(gap.id)))
    const first = asObject(listOf(gap.answers)[0]).id ?? null
    return { default: first, operations: named.map(row => row.id), ...gap }
  })
}

function registersModule(gaps: JsonObject[], requirements: JsonObject): string {
  const answers = gaps.map(gap => {
    const ids = listOf(gap.answers)
      .filter(isObject)
      .map(answer => quote(answer.id))
    return `  ${quote(gap.id)}: ${ids.join(' | ') || 'never'}`
  })
  const ids = listOf(requirements.requirements)
    .filter(isObject)
    .map(requirement => `  | ${quote(requirement.id)}`)
  return `${contract}
/** The answers that a deployment may give to each silence of the specification, by gap. */
export interface GapAnswers {
${answers.join('\n')}
}

/** The ids of the requirements. */
export type RequirementId =
${ids.join('\n') || '  never'}
`
}

function quote(value: Json | undefined): string {
  return `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/**
 * A CommonJS module that exports the validator of a schema, without messages: compiling it in a start would take longer
 * than all else in it.
 */
function checkModule(schema: object): string {
  const ajv = new Ajv2020({ ...FORM_OPTIONS, messages: false, code: { source: true } })
  formats.default(ajv)
  return standalone.default(ajv, ajv.compile(schema))
}

function json(value: Json): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
