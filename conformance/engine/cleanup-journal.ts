/**
 * What the suite created, written down before it is created, so that it can be removed after a crash too.
 * One JSON object a line: `intend` before the request, `made` with the id after it, `gone` when it is removed.
 */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type CreationKind = 'task' | 'run' | 'workflow-run'

export interface Creation {
  n: number
  kind: CreationKind
  /** Text by which it can be recognised in the deployment. */
  mark: string
  /** Name of the key it was made with. */
  key: string
  id?: string
  /** What else is needed to end it: the agent of a run. */
  parent?: string
}

type Line =
  | ({ did: 'intend' } & Creation)
  | { did: 'made'; n: number; id: string }
  | { did: 'gone'; n: number }

export class CleanupJournal {
  readonly path: string | undefined
  readonly #own = new Map<number, Creation>()
  #next = 1

  /** `false` keeps the journal in memory only: for targets that vanish with the process. */
  constructor(path: string | false) {
    this.path = path === false ? undefined : path
    if (path !== false) mkdirSync(dirname(path), { recursive: true })
  }

  static defaultPath = (nonce: string) => join(tmpdir(), 'agent-work-conformance', `${nonce}.jsonl`)

  intend(own: Omit<Creation, 'n' | 'id'>): number {
    const n = this.#next++
    this.#own.set(n, { ...own, n })
    this.#write({ did: 'intend', n, ...own })
    return n
  }

  made(n: number, id: string) {
    const own = this.#own.get(n)
    if (own) own.id = id
    this.#write({ did: 'made', n, id })
  }

  /** Removed, ended, or never made. */
  gone(n: number) {
    if (this.#own.delete(n)) this.#write({ did: 'gone', n })
  }

  /** What still exists, the newest first: children go before their parents. */
  get open(): Creation[] {
    return [...this.#own.values()].reverse()
  }

  find(kind: CreationKind, id: string): Creation | undefined {
    return this.open.find(own => own.kind === kind && own.id === id)
  }

  #write(line: Line) {
    if (this.path !== undefined) appendFileSync(this.path, `${JSON.stringify(line)}\n`)
  }

  /** Reads back what a run that was cut short has left. */
  static read(path: string): CleanupJournal {
    const journal = new CleanupJournal(false)
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      if (text.trim() === '') continue
      let line: Line
      try {
        line = JSON.parse(text) as Line
      } catch {
        continue // The crash may have cut the last line.
      }
      if (line.did === 'intend') {
        const { did: _, ...own } = line
        journal.#own.set(own.n, own)
        journal.#next = own.n + 1
      } else if (line.did === 'made') journal.made(line.n, line.id)
      else journal.gone(line.n)
    }
    return Object.assign(journal, { path })
  }
}
