// Reads settings from a YAML file, or from JSON, which is YAML as well.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { didYouMean } from '../../flags/did-you-mean.ts'
import { readFile } from '../../flags/files.ts'
import { type FlagInput, type FlagInputs, readInput, UsageError } from '../../flags/flag.ts'
import type { YamlNode } from '../../platform/yaml.ts'
import { settingsByName } from './settings.ts'

/** The names of settings files, in order of preference. The mock looks in the folder where it is started. */
export const CONFIG_FILES = ['agent-work-mock.yaml', 'agent-work-mock.yml', 'agent-work-mock.json'] as const

export function findConfigFile(folder: string): string | undefined {
  return CONFIG_FILES.map(name => join(folder, name)).find(path => existsSync(path))
}

/** Reads a file. Throws `UsageError` with all mistakes and their lines; `shown` is the name of the file in messages. */
export async function readConfigFile(path: string, shown = path): Promise<FlagInputs> {
  const source = readFile(path, `the file ${path}`).toString()
  // Imported on demand, so that a mock without a file starts faster.
  const { parseYaml, placesIn } = await import('../../platform/yaml.ts')
  const { root, mistake } = parseYaml(source)
  const placeAt = placesIn(source, shown)
  const at = (offset = 0) => {
    const { file, line, column } = placeAt(offset)
    return `${file}:${line}:${column}:`
  }
  if (mistake) throw new UsageError(`${at(mistake.offset)} ${mistake.message}`)
  if (root && !root.pairs && root.scalar?.value !== null)
    throw new UsageError(`${at(0)} the file must be a map of settings, such as\n  port: 4010`)
  const said: FlagInputs = {}
  const problems: string[] = []
  for (const [key, value] of root?.pairs ?? []) {
    try {
      const name = key.scalar?.text ?? ''
      if (Object.hasOwn(said, name))
        throw new UsageError(`${at(key.offset)} ${name} is there twice; leave one out`)
      Object.assign(said, sayingsOf(name, key, value, at))
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length === 0) return said
  throw new UsageError(problems.join('\n'))
}

/** A position in the form that editors and terminals link: `agent-work-mock.yaml:3:7:`. */
type Places = (offset: number | undefined) => string

function sayingsOf(name: string, key: YamlNode, value: YamlNode, at: Places): FlagInputs {
  // JSON files name their schema for editors.
  if (name === '$schema') return {}
  const setting = settingsByName[name]
  if (!setting?.schema) {
    const known = Object.keys(settingsByName).filter(name => settingsByName[name]?.schema)
    const why = setting ? `${name} can be said on the command line only` : `there is no setting '${name}'`
    throw new UsageError(`${at(key.offset)} ${why}${setting ? '' : didYouMean(name, known)}`)
  }
  const sayings = textsIn(value).map(({ text, node }): FlagInput => {
    const where = `${at(node.offset ?? key.offset)} ${name}`
    if (text === undefined)
      throw new UsageError(`${where} takes ${setting.placeholder ?? 'true or false'}, not a list or map.`)
    return { text, where }
  })
  if (!setting.many && sayings.length > 1)
    throw new UsageError(`${at(value.offset ?? key.offset)} ${name} takes one value, not a list or map.`)
  for (const saying of sayings) readInput(setting, saying)
  return sayings.length === 0 ? {} : { [name]: sayings }
}

/**
 * The texts of a value: of each item of a list, and `key=value` for each entry of a map; undefined for a list or map
 * inside a list or map.
 */
function textsIn(value: YamlNode) {
  // As written in the file: an answer may be the word null, and a seed the number 007.
  const { items, pairs, scalar } = value.alias ?? value
  if (items) return items.map(node => ({ text: node.scalar?.text, node }))
  if (pairs)
    return pairs.map(([node, { scalar: inner }]) => ({
      text: inner && `${node.scalar?.text}=${inner.text}`,
      node,
    }))
  return !scalar || scalar.value === null ? [] : [{ text: scalar.text, node: value }]
}
