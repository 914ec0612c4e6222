import { isFields } from './merge.ts'
import type { Path, Report } from './problem.ts'
import { meant } from './shape.ts'
import type { WorldSource } from './world.ts'

type Kind = 'teams' | 'people' | 'models' | 'agents' | 'workflows' | 'boards' | 'projects'

const SINGULAR: Readonly<Record<Kind, string>> = {
  teams: 'team',
  people: 'person',
  models: 'model',
  agents: 'agent',
  workflows: 'workflow',
  boards: 'board',
  projects: 'project',
}

/** The handles that a world has, those of entries with mistakes included. */
export class References {
  /** Undefined for entries that are no map, of which nothing is known. */
  readonly #handles: Readonly<Record<Kind, ReadonlySet<string> | undefined>>

  constructor(source: WorldSource) {
    const of = (entries: unknown, usual: readonly string[] = []) => {
      if (entries !== undefined && !isFields(entries)) return undefined
      const handles = Object.keys(entries ?? {})
      return new Set(handles.length > 0 ? handles : usual)
    }
    this.#handles = {
      teams: of(source.teams),
      people: of(source.people, ['admin']),
      models: of(source.models, ['aw-large', 'aw-medium', 'aw-small']),
      agents: of(source.agents),
      workflows: of(source.workflows),
      boards: of(source.boards, ['tasks']),
      projects: of(source.projects),
    }
  }

  /** Reports a handle that there is not; of several kinds, it may be of any. */
  one(kinds: Kind | readonly Kind[], handle: string, at: Path, report: Report): void {
    const list: readonly Kind[] = [kinds].flat()
    if (list.some(kind => this.has(kind, handle))) return
    const words = list.flatMap(kind => [...(this.#handles[kind] ?? [])])
    report(
      at,
      `there is no ${list.map(kind => SINGULAR[kind]).join(' or ')} ${handle}${meant(handle, words)}`,
    )
  }

  all(kind: Kind, handles: readonly string[], at: Path, report: Report): void {
    const seen = new Set<string>()
    for (const [index, handle] of handles.entries()) {
      if (handle === null) continue
      if (seen.has(handle)) report([...at, index], `names ${handle} twice`)
      else this.one(kind, handle, [...at, index], report)
      seen.add(handle)
    }
  }

  has(kind: Kind, handle: string): boolean {
    return this.#handles[kind]?.has(handle) ?? true
  }

  /** Reports a word that is none of those. */
  static among(
    what: string,
    words: readonly string[],
    word: string | undefined,
    at: Path,
    report: Report,
  ): void {
    if (word !== undefined && !words.includes(word))
      report(at, `there is no ${what} ${word}${meant(word, words)}`)
  }
}
