// Reads the hand-written YAML files of the contract, and keeps the file and line of every value.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

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

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

interface Origin {
  file: string
  line: number
  keys: Map<string, number>
}

/** The text of a file of the contract, or undefined. */
export type ReadText = (file: string) => string | undefined

export type Sources = ReturnType<typeof openSources>

/** Reads the files of a contract on demand; `problems` collects mistakes in their YAML. */
export function openSources(readText: ReadText) {
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
    const lines = new LineCounter()
    const document = parseDocument(text, { lineCounter: lines, merge: false })
    for (const error of [...document.errors, ...document.warnings]) {
      problems.push({
        file,
        line: lines.linePos(error.pos[0]).line,
        where: 'YAML',
        what: error.message.split('\n')[0] ?? error.code,
        todo: 'Correct the YAML.',
      })
    }
    return plain(document.contents, { file, lines, document })
  }

  function plain(node: Node | null, in_: { file: string; lines: LineCounter; document: Document }): Json {
    if (isAlias(node)) return plain((node.resolve(in_.document) as Node | undefined) ?? null, in_)
    if (isScalar(node)) return node.value as Json
    const line = node?.range ? in_.lines.linePos(node.range[0]).line : 1
    const origin: Origin = { file: in_.file, line, keys: new Map() }
    if (isSeq(node)) {
      const list = node.items.map((item, index) => {
        origin.keys.set(String(index), lineOf(item as Node, in_.lines, line))
        return plain(item as Node, in_)
      })
      origins.set(list, origin)
      return list
    }
    if (isMap(node)) {
      const map: JsonObject = {}
      for (const pair of node.items) {
        const key = String(isScalar(pair.key) ? pair.key.value : pair.key)
        origin.keys.set(key, lineOf(pair.key as Node, in_.lines, line))
        map[key] = plain(pair.value as Node | null, in_)
      }
      origins.set(map, origin)
      return map
    }
    return null
  }

  /** The position of an object or list, or of one of its entries. */
  function placeOf(holder: object, key?: string | number): Place | undefined {
    const origin = origins.get(holder)
    if (!origin) return undefined
    return {
      file: origin.file,
      line: (key === undefined ? undefined : origin.keys.get(String(key))) ?? origin.line,
    }
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

function lineOf(node: Node | null, lines: LineCounter, otherwise: number): number {
  return node?.range ? lines.linePos(node.range[0]).line : otherwise
}
