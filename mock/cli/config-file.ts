// Reads settings from a YAML file, or from JSON, which is YAML as well.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type * as Yaml from 'yaml'
import type { LineCounter, Node, Pair } from 'yaml'
import { didYouMean } from '../../flags/did-you-mean.ts'
import { readFile } from '../../flags/files.ts'
import { type FlagInput, type FlagInputs, readInput, UsageError } from '../../flags/flag.ts'
import type { SettingTable } from './setting.ts'

/** The names of settings files, in order of preference. The mock looks in the folder where it is started. */
export const CONFIG_FILES = ['agent-work-mock.yaml', 'agent-work-mock.yml', 'agent-work-mock.json'] as const

/** The path of the settings file in a folder, if there is one. */
export function findConfigFile(folder: string): string | undefined {
  return CONFIG_FILES.map(name => join(folder, name)).find(path => existsSync(path))
}

/** Reads a file. Throws `UsageError` with all mistakes and their lines; `shown` is the name of the file in messages. */
export async function readConfigFile(path: string, table: SettingTable, shown = path): Promise<FlagInputs> {
  const source = readFile(path, `the file ${path}`).toString()
  // Imported on demand, so that a mock without a file starts faster.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(source, { lineCounter: lines, prettyErrors: false })
  const at = placesIn(shown, lines)
  const problems: string[] = document.errors.map(error => `${at(error.pos[0])} ${error.message}`)
  const said: FlagInputs = {}
  if (document.contents !== null && problems.length === 0) {
    if (!yaml.isMap<Node, Node | null>(document.contents))
      throw new UsageError(`${at(0)} the file must be a map of settings, such as\n  port: 4010`)
    for (const pair of document.contents.items) {
      try {
        Object.assign(said, sayingsOf(pair, table, at, yaml))
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        problems.push(error.message)
      }
    }
  }
  if (problems.length === 0) return said
  throw new UsageError(problems.join('\n'))
}

type Places = (offset: number | undefined) => string

/** A position in the form that editors and terminals link: `agent-work-mock.yaml:3:7:`. */
function placesIn(name: string, lines: LineCounter): Places {
  return offset => {
    const { line, col } = lines.linePos(offset ?? 0)
    return `${name}:${line}:${col}:`
  }
}

function sayingsOf(
  { key, value }: Pair<Node, Node | null>,
  table: SettingTable,
  at: Places,
  yaml: typeof Yaml,
): FlagInputs {
  const name = String(key)
  // JSON files name their schema for editors.
  if (name === '$schema') return {}
  const setting = table[name]
  if (!setting?.schema) {
    const known = Object.keys(table).filter(name => table[name]?.schema)
    const why = setting ? `${name} can be said on the command line only` : `there is no setting '${name}'`
    throw new UsageError(`${at(key.range?.[0])} ${why}${setting ? '' : didYouMean(name, known)}`)
  }
  const sayings = textsIn(value, yaml).map(({ text, node }): FlagInput => {
    const where = `${at((node ?? key).range?.[0])} ${name}`
    if (text === undefined)
      throw new UsageError(`${where} takes ${setting.placeholder ?? 'true or false'}, not a list or map.`)
    return { text, where }
  })
  if (!setting.many && sayings.length > 1)
    throw new UsageError(`${at((value ?? key).range?.[0])} ${name} takes one value, not a list or map.`)
  for (const saying of sayings) readInput(setting, saying)
  return value === null || sayings.length === 0 ? {} : { [name]: sayings }
}

interface Text {
  /** Undefined for a list or map inside a list or map. */
  readonly text: string | undefined
  readonly node: Node | null
}

/** The texts of a value: of each item of a list, and `key=value` for each entry of a map. */
function textsIn(value: Node | null, { isMap, isSeq, isScalar }: typeof Yaml): Text[] {
  const textOf = (node: unknown) =>
    // As written in the file: an answer may be the word null, and a seed the number 007.
    isScalar(node) ? (node.source ?? String(node.value)) : undefined
  if (isSeq<Node>(value)) return value.items.map(node => ({ text: textOf(node), node }))
  if (isMap<Node, Node | null>(value))
    return value.items.map(({ key, value }) => {
      const text = textOf(value)
      return { text: text === undefined ? undefined : `${textOf(key)}=${text}`, node: key }
    })
  return isScalar(value) && value.value === null ? [] : [{ text: textOf(value), node: value }]
}
