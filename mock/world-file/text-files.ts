// Replaces references to files in a world by the contents of the files.

import { isFields } from '#openapi'
import { mapValues } from '../store/members.ts'
import { documentOf } from './complete-knowledge.ts'
import type { Path, Report } from './problem.ts'

/** Why a file cannot be read. */
export interface Unreadable {
  readonly problem: string
}

/** The folder of a world's files. */
export interface TextFolder {
  /** The contents of a file that the world names. */
  textOf(name: string): string | Unreadable
  /** The files that match a pattern, sorted by name. */
  matching(pattern: string): string[] | Unreadable
}

/** The world with the contents of the files that it names. */
export function takeTextsIn(world: unknown, folder: TextFolder | undefined, report: Report): unknown {
  if (!isFields(world)) return world
  const taken: Record<string, unknown> = { ...world }
  if (isFields(world.agents))
    taken.agents = mapValues(world.agents, (agent, handle) => {
      if (!isFields(agent) || !isFile(agent.system_prompt)) return agent
      const at = ['agents', handle, 'system_prompt', 'file']
      return { ...agent, system_prompt: textOf(agent.system_prompt.file, folder, at, report) }
    })
  if (isFields(world.knowledge))
    taken.knowledge = mapValues(world.knowledge, (base, handle) => {
      if (!isFields(base) || base.documents === undefined) return base
      const at = ['knowledge', handle, 'documents']
      if (isFields(base.documents) && typeof base.documents.files === 'string')
        return { ...base, documents: documentsOf(base.documents.files, folder, [...at, 'files'], report) }
      if (!Array.isArray(base.documents)) return base
      return {
        ...base,
        documents: (base.documents as unknown[]).flatMap((item, index) =>
          itemsOf(item, folder, [...at, index], report),
        ),
      }
    })
  return taken
}

function isFile(value: unknown): value is { readonly file: string } {
  return isFields(value) && typeof value.file === 'string' && Object.keys(value).length === 1
}

/** The document or documents of a list item. */
function itemsOf(item: unknown, folder: TextFolder | undefined, at: Path, report: Report): unknown[] {
  if (!isFields(item)) return [item]
  if (typeof item.files === 'string' && Object.keys(item).length === 1)
    return documentsOf(item.files, folder, [...at, 'files'], report)
  const { file, ...more } = item
  if (typeof file !== 'string' || more.text !== undefined || more.passages !== undefined) return [item]
  return [{ ...documentOf(textOf(file, folder, [...at, 'file'], report), nameOf(file)), ...more }]
}

function documentsOf(pattern: string, folder: TextFolder | undefined, at: Path, report: Report): unknown[] {
  const names = folder?.matching(pattern)
  if (Array.isArray(names))
    return names.map(name => documentOf(textOf(name, folder, at, report), nameOf(name)))
  report(at, names?.problem ?? NOT_HERE)
  return []
}

const NOT_HERE = 'files are not read here; put the text itself in its place'

function textOf(name: string, folder: TextFolder | undefined, at: Path, report: Report): string {
  const text = folder?.textOf(name)
  if (typeof text === 'string') return text
  report(at, text?.problem ?? NOT_HERE)
  return ''
}

/** `prices` for `knowledge/prices.md`. */
function nameOf(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/(?<=.)\.[^.]*$/, '')
}
