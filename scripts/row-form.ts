// `npm run row-form`: compares the JSON schemas of rows written by `--keep`, derived from their types, with those recorded
// for the version in `mock/keep/rows-version.ts`. `-- --write` records the schemas of a new version.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { toggle } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'

const values = readScript('npm run row-form -- [--write]', {
  write: toggle('write the form of a new version'),
}).flags
const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The name for the state of a workspace among the kinds of rows. */
const STATE = 'state'

/** Names of members that are instants. */
const INSTANTS = /^(at|due|from|to|until)$|At$/

/** Names of members that count what was made. */
const COUNTS = /^(counters|seq|sequence|count)$/

/** As in mock/simulation/calendar.ts. */
const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1

const DEFINITIONS = {
  count: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  instant: { type: 'number', minimum: 0, maximum: LAST_INSTANT },
  number: { type: 'number', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
}

type JsonSchema = Readonly<Record<string, unknown>>

const file = 'mock/keep/generated/rows.schema.json'
const version = Number(read('mock/keep/rows-version.ts').match(/ROWS_VERSION = (\d+)/)?.[1])
const form = textOf(currentForm())
const known = read(file)

if (form !== known) {
  if (JSON.parse(known).version === version)
    leave(
      `${changed(known, form)}\n
Rows that --keep writes have another form than in ${file}, so files that are kept could not be read. Raise
ROWS_VERSION in mock/keep/rows-version.ts, and run \`npm run row-form -- --write\`.`,
    )
  if (!values.write) leave(`${file} is of another version; write it with \`npm run row-form -- --write\`.`)
  writeFileSync(join(root, file), form)
  console.log(`Wrote ${file}.`)
}

/** The schema of each kind of row, in alphabetical order. */
function currentForm(): Readonly<Record<string, JsonSchema>> {
  const entry = join(root, 'mock/keep/saved-rows.ts')
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), path => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram([entry], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const typeIn = (path: string, name: string) => {
    const source = program.getSourceFile(join(root, path))
    const symbol = source && checker.getSymbolAtLocation(source)
    const found = symbol && checker.getExportsOfModule(symbol).find(one => one.name === name)
    if (!found) return leave(`${path} exports no ${name}; scripts/row-form.ts looks for it.`)
    return checker.getDeclaredTypeOfSymbol(found)
  }
  const kinds: [name: string, type: ts.Type][] = checker
    .getPropertiesOfType(typeIn('mock/world/tables.ts', 'Tables'))
    .map(table => {
      const all = checker.getTypeOfSymbol(table).getProperty('all')!
      const [signature] = checker.getTypeOfSymbol(all).getCallSignatures()
      return [table.name, checker.getTypeArguments(signature!.getReturnType() as ts.TypeReference)[0]!]
    })
  kinds.push(['schedule', typeIn('mock/world/planned-events.ts', 'PlannedEvent')])
  kinds.push([STATE, typeIn('mock/keep/saved-rows.ts', 'KeptState')])
  return Object.fromEntries(
    kinds.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => [name, schemaOf(type, name)]),
  )

  function schemaOf(type: ts.Type, name: string): JsonSchema {
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {}
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnion()) return unionOf(type.types, name)
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.isStringLiteral()) return { const: type.value }
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' }
    if (type.flags & ts.TypeFlags.String) return { type: 'string' }
    if (type.flags & ts.TypeFlags.Number)
      return { $ref: `#/$defs/${INSTANTS.test(name) ? 'instant' : COUNTS.test(name) ? 'count' : 'number'}` }
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map(item => schemaOf(item, name))
      return { type: 'array', prefixItems: items, minItems: items.length, items: false }
    }
    if (checker.isArrayType(type))
      return { type: 'array', items: schemaOf(checker.getTypeArguments(type as ts.TypeReference)[0]!, name) }
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
      return leave(
        `scripts/row-form.ts knows no schema for ${checker.typeToString(type)}, the type of ${name}.`,
      )
    const properties = checker.getPropertiesOfType(type)
    const required = properties.filter(one => !(one.flags & ts.SymbolFlags.Optional)).map(one => one.name)
    const [index] = checker.getIndexInfosOfType(type)
    return {
      type: 'object',
      ...(required.length > 0 && { required: required.sort() }),
      ...(properties.length > 0 && {
        properties: Object.fromEntries(
          properties
            .map(one => [one.name, schemaOf(checker.getTypeOfSymbol(one), one.name)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      }),
      ...(index && { additionalProperties: schemaOf(index.type, name) }),
    }
  }

  /** Without `undefined`, which JSON does not have; words in one list. */
  function unionOf(types: readonly ts.Type[], name: string): JsonSchema {
    const schemas = types.filter(one => !(one.flags & ts.TypeFlags.Undefined)).map(one => schemaOf(one, name))
    const values = schemas.flatMap(schema => ('const' in schema ? [schema.const] : [])).sort(byText)
    const isBoolean = values.length === 2 && values.every(value => typeof value === 'boolean')
    const branches = [
      ...new Set(schemas.filter(schema => !('const' in schema)).map(one => JSON.stringify(one))),
    ]
    const all = [
      ...(isBoolean ? [{ type: 'boolean' }] : values.length > 0 ? [{ enum: values }] : []),
      ...branches.sort().map(one => JSON.parse(one) as JsonSchema),
    ]
    return all.length === 1 ? all[0]! : { anyOf: all }
  }
}

/** A line for each field, so that a difference shows what changed. */
function textOf(kinds: Readonly<Record<string, JsonSchema>>): string {
  const ofKind = ([kind, { properties, ...rest }]: [string, JsonSchema]) =>
    `    ${JSON.stringify(kind)}: {\n${[
      ...Object.entries(rest).map(
        ([name, value]) => `      ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
      ),
      ...(properties ? [`      "properties": {\n${fieldsOf(properties)}\n      }`] : []),
    ].join(',\n')}\n    }`
  function fieldsOf(properties: object): string {
    return Object.entries(properties)
      .map(([name, schema]) => `        ${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
      .join(',\n')
  }
  return `{
  "version": ${version},
  "$defs": ${JSON.stringify(DEFINITIONS)},
  "kinds": {
${Object.entries(kinds).map(ofKind).join(',\n')}
  }
}
`
}

/** The lines that differ. */
function changed(before: string, after: string): string {
  const [old, now] = [numbered(before), numbered(after)]
  const gone = [...old.difference(now)].map(line => `- ${line}`)
  return [...gone, ...[...now.difference(old)].map(line => `+ ${line}`)].join('\n')
}

/** Every line, prefixed with its kind. */
function numbered(form: string): Set<string> {
  let kind = ''
  return new Set(
    form.split('\n').map(line => {
      kind = /^ {4}"(\w+)"/.exec(line)?.[1] ?? kind
      return `${kind}: ${line.trim()}`
    }),
  )
}

function leave(message: string): never {
  console.error(message)
  process.exit(1)
}

function byText(one: unknown, other: unknown): number {
  return String(one) < String(other) ? -1 : 1
}
