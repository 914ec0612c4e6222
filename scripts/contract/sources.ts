// Reads the hand-written YAML files of the contract, and keeps the file and line of every value.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Path, readYaml } from '../../platform/yaml.ts'

/** The position of a value: a path relative to the contract's folder, and a line counted from 1. */
export interface Place {
  file: string
  line: number
}

/** A mistake in the contract, with its position and the remedy. */
export interface Problem extends Place {
  where: string
  what: string
  todo: string
}

/** One line per problem, in the order of files and lines: `file:line  where: what is wrong. What to do.` */
export function formatProblems(problems: readonly Problem[], folder = ''): string {
  const lines = [...problems]
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, where, what, todo }) => `${folder}${file}:${line}  ${where}: ${what} ${todo}`)
  return [...new Set(lines)].join('\n')
}

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

interface Origin {
  file: string
  line: number
  keys: Map<string, number>
}

export type Sources = ReturnType<typeof openSources>

/** Reads the files of a contract on demand, undefined where there is none; `problems` collects mistakes in their YAML. */
export function openSources(readText: (file: string) => string | undefined) {
  const files = new Map<string, Json | undefined>()
  const origins = new WeakMap<object, Origin>()
  const problems: Problem[] = []

  function read(file: string): Json | undefined {
    if (!files.has(file)) files.set(file, parse(file))
    return files.get(file)
  }

  function parse(file: string): Json | undefined {
    const text = readText(file)
    if (text === undefined) return undefined
    const { value, placeOf } = readYaml(text, file, (place, _, message) => {
      const { line } = place ?? { line: 1 }
      problems.push({ file, line, where: 'YAML', what: `${message}.`, todo: 'Correct the YAML.' })
    })
    const lineOf = (path: Path, ofKey: boolean) => placeOf(path, ofKey)?.place.line ?? 1
    const keepPlaces = (value: unknown, path: Path) => {
      if (typeof value !== 'object' || value === null) return
      const keys = Object.keys(value).map(key => [key, lineOf([...path, key], true)] as const)
      origins.set(value, { file, line: lineOf(path, false), keys: new Map(keys) })
      for (const [key, inner] of Object.entries(value)) keepPlaces(inner, [...path, key])
    }
    keepPlaces(value, [])
    return value as Json
  }

  /** The position of an object or list, or of one of its entries. */
  function placeOf(holder: object, key?: string | number): Place | undefined {
    const origin = origins.get(holder)
    if (!origin) return undefined
    const { file, line, keys } = origin
    // A member that may be missing stands there with a question mark.
    const own = key === undefined ? undefined : (keys.get(`${key}`) ?? keys.get(`${key}?`))
    return { file, line: own ?? line }
  }

  /** Gives a copy the positions of its original. */
  function inherit<T extends object>(copy: T, original: object): T {
    const origin = origins.get(original)
    if (origin) origins.set(copy, origin)
    return copy
  }

  return { read, placeOf, inherit, problems, files: () => [...files.keys()] }
}

/** The sources in a folder on disk. */
export function sourcesIn(folder: string): Sources {
  return openSources(file => {
    try {
      return readFileSync(join(folder, file), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  })
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The items of a list; none of any other value. */
export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
