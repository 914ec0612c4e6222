// `npm run row-form`: compares the format of rows written by `--keep`, taken from their types, with the recorded format
// of the version in `mock/keep/rows-version.ts`. `-- --write` records the format of a new version.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { readBoolean } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'

const values = readScript('npm run row-form -- [--write]', {
  write: { description: 'write the form of a new version', read: readBoolean },
}).flags
const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const file = 'mock/keep/row-form.txt'
const form = `${read('mock/keep/rows-version.ts').match(/ROWS_VERSION = \d+/)}\n${currentForm()}`
const [known = ''] = read(file).split('\n')

if (form !== read(file)) {
  if (form.startsWith(`${known}\n`))
    leave(
      `${changed(read(file), form)}\n
Rows that --keep writes have another form than in ${file}, so files that are kept could not be read. Raise
ROWS_VERSION in mock/keep/rows-version.ts, and run \`npm run row-form -- --write\`.`,
    )
  if (!values.write) leave(`${file} is of another version; write it with \`npm run row-form -- --write\`.`)
  writeFileSync(join(root, file), form)
  console.log(`Wrote ${file}.`)
}

/** Every kind of row with its fields, in alphabetical order. */
function currentForm(): string {
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
      const save = checker.getTypeOfSymbol(table).getProperty('save')!
      const [signature] = checker.getTypeOfSymbol(save).getCallSignatures()
      return [table.name, checker.getTypeArguments(signature!.getReturnType() as ts.TypeReference)[0]!]
    })
  kinds.push(['ledger', typeIn('mock/world/ledger.ts', 'LedgerRow')])
  kinds.push(['schedule', typeIn('mock/simulation/scheduled-event.ts', 'ScheduledEvent')])
  kinds.push(['(state)', typeIn('mock/keep/saved-rows.ts', 'KeptState')])
  const lines = kinds.sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, type]) => [name, ...fields(type)])
  return `${lines.join('\n')}\n`

  function fields(type: ts.Type): string[] {
    if (type.isUnion() && type.types.every(one => one.flags & ts.TypeFlags.Object))
      return type.types.flatMap(one => ['  |', ...fields(one)])
    return members(type, []).map(line => `  ${line}`)
  }

  function members(type: ts.Type, outer: readonly ts.Type[]): string[] {
    return checker
      .getPropertiesOfType(type)
      .map(property => {
        const optional = property.flags & ts.SymbolFlags.Optional ? '?' : ''
        return `${property.name}${optional}: ${text(checker.getTypeOfSymbol(property), [...outer, type])}`
      })
      .sort()
  }

  /** A type in full, without names. */
  function text(type: ts.Type, outer: readonly ts.Type[]): string {
    if (outer.includes(type)) return '(see above)'
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean'
    if (type.isUnion()) return [...new Set(type.types.map(one => text(one, outer)))].sort().join(' | ')
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map(item => text(item, outer))
      return checker.isArrayType(type) ? `(${items[0]})[]` : `[${items.join(', ')}]`
    }
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return checker.typeToString(type)
    const index = checker.getIndexInfosOfType(type)[0]
    const rest = index ? [`[key]: ${text(index.type, [...outer, type])}`] : []
    return `{ ${[...members(type, outer), ...rest].join('; ')} }`
  }
}

/** The lines that differ. */
function changed(before: string, after: string): string {
  const [old, now] = [before, after].map(form => numbered(form))
  const gone = [...old!].filter(line => !now!.has(line)).map(line => `- ${line}`)
  return [...gone, ...[...now!].filter(line => !old!.has(line)).map(line => `+ ${line}`)].join('\n')
}

/** Every line, prefixed with its kind. */
function numbered(form: string): Set<string> {
  let kind = ''
  return new Set(
    form.split('\n').map(line => {
      if (!line.startsWith(' ')) kind = line
      return `${kind}${line.trimStart() === line ? '' : `:${line}`}`
    }),
  )
}

function leave(message: string): never {
  console.error(message)
  process.exit(1)
}
