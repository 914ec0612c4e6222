/** Writes a twin as YAML with short values on one line, so that a person can review it. */

import { stringify } from 'yaml'
import type { Twin } from '#mock'
import { isFields } from '#openapi'

const WIDTH = 118

export function twinText(twin: Twin): string {
  const { twin: version, of, unsure, ...others } = twin
  const head = `# How ${of?.name ?? 'a deployment'} answers, for: agent-work mock --twin FILE. Names and forms, never data; docs/twin.md explains it.\n`
  // What a person must check comes first.
  return `${head}${linesOf({ twin: version, of, unsure, ...others }, 0).join('\n')}\n`
}

function linesOf(value: Readonly<Record<string, unknown>>, depth: number): string[] {
  const indent = '  '.repeat(depth)
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined || (isFields(inner) && Object.keys(inner).length === 0)) return []
    const name = `${indent}${scalar(key)}:`
    const line = `${name} ${flow(inner)}`
    if (depth > 0 && line.length <= WIDTH) return [line]
    if (Array.isArray(inner)) return [name, ...inner.map(one => `${indent}  - ${flow(one)}`)]
    if (!isFields(inner)) return [line]
    const isShort = depth >= 2 && Object.values(inner).every(value => flow(value).length < WIDTH - 40)
    return [name, ...(isShort ? filled(inner, `${indent}  `) : linesOf(inner, depth + 1))]
  })
}

/** A long map of short members, several per line, so that a record fits a screen. */
function filled(map: Readonly<Record<string, unknown>>, indent: string): string[] {
  const lines: string[] = []
  let line = `${indent}{`
  const entries = Object.entries(map)
  for (const [index, [key, value]] of entries.entries()) {
    const part = ` ${scalar(key)}: ${flow(value)}${index < entries.length - 1 ? ',' : ' }'}`
    if (line.length + part.length > WIDTH && line.trim() !== '{') {
      lines.push(line)
      line = `${indent} `
    }
    line += part
  }
  lines.push(line)
  return lines
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (isFields(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, inner]) => `${scalar(key)}: ${flow(inner)}`).join(', ')} }`
  }
  return scalar(value)
}

/** Quotes texts that YAML would misread, at least in a map on one line. */
function scalar(value: unknown): string {
  const text = stringify(value, { lineWidth: 0 }).trimEnd()
  return typeof value === 'string' && /[,[\]{}]/.test(value) && !/^["']/.test(text)
    ? JSON.stringify(value)
    : text
}

/** The list of unsure entries, one per line. */
export function explainText({ unsure = [] }: Twin): string {
  if (unsure.length === 0) return 'Nothing is unsure.'
  return unsure
    .map(({ at, guess, because, seen }) => `${at}: ${guess}, because ${because} (seen ${seen} times)`)
    .join('\n')
}
