/**
 * Records everything that the suite creates, before it is created, so that it can be removed after a crash too. One
 * JSON object per line: `begin` with the mark of the run, `intend` before a request, `made` with the id after it,
 * `checked` once a read showed that it is ours, `foreign` once one showed that it is not, `gone` once it is removed.
 */
import { appendFileSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder, makePrivate, readFile, whyNot } from '../../flags/files.ts'
import { TargetProblem } from '../target/problem.ts'
import { Redactor } from './redactor.ts'
import { jsonText } from './safe-text.ts'

export type CreationKind = 'task' | 'run' | 'workflow-run'

export interface Creation {
  n: number
  kind: CreationKind
  /** Text that identifies it in the deployment. */
  mark: string
  /** Name of the key that created it. */
  key: string
  id?: string
  /** What its removal needs: for a run, its agent. */
  parent?: string
  /** A read showed that it is ours. */
  checked?: boolean
  /** A read showed that the id names a record of others. */
  foreign?: boolean
}

type Line =
  | { did: 'begin'; nonce: string }
  | ({ did: 'intend' } & Creation)
  | { did: 'made'; n: number; id: string }
  | { did: 'checked' | 'foreign' | 'gone'; n: number }

export class CleanupJournal {
  /** The mark in everything that this run creates. */
  readonly nonce: string
  readonly path: string | undefined
  /** Names of the keys that created tasks, or tried to. */
  readonly taskKeys = new Set<string>()
  readonly #open = new Map<number, Creation>()
  readonly #redactor: Redactor
  #next = 1

  /** Without a path the journal stays in memory: for targets that end with the process. */
  constructor(nonce: string, path?: string, redactor = new Redactor()) {
    this.nonce = nonce
    this.path = path
    this.#redactor = redactor
    if (path === undefined) return
    try {
      makeFolder(dirname(path), 0o700)
      makePrivate(path)
      this.#write({ did: 'begin', nonce })
    } catch (problem) {
      throw new TargetProblem(`the journal ${path} cannot be written: ${whyNot(problem)}.`)
    }
  }

  /** A file in a folder that only this user can access. */
  static defaultPath(nonce: string): string {
    const folder = join(tmpdir(), `agent-work-conformance-${userInfo().username}`)
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch {
      // The file exists already, possibly created by another user.
    }
    const own = isPrivate(folder) ? folder : mkdtempSync(join(tmpdir(), 'agent-work-conformance-'))
    return join(own, `${nonce}.jsonl`)
  }

  intend(creation: Omit<Creation, 'n' | 'id'>): number {
    const n = this.#next++
    this.#note({ did: 'intend', n, ...creation })
    return n
  }

  made(n: number, id: string) {
    this.#note({ did: 'made', n, id })
  }

  checked(kind: CreationKind, id: string) {
    const creation = this.find(kind, id)
    if (creation) this.#note({ did: 'checked', n: creation.n })
  }

  /** A list has shown what is ours: the id of a creation whose reply did not name it, or of one that was refused. */
  found(kind: CreationKind, id: string, creation: Pick<Creation, 'mark' | 'key'>) {
    if (!this.find(kind, id)) {
      const unnamed = this.open.find(one => one.kind === kind && one.mark === creation.mark && !one.checked)
      this.made(unnamed?.n ?? this.intend({ kind, ...creation }), id)
    }
    this.checked(kind, id)
  }

  /** The deployment named a record of others as the created one. */
  foreign(n: number) {
    const creation = this.#open.get(n)
    if (creation && !creation.foreign) this.#note({ did: 'foreign', n })
  }

  /** Removed, ended, or never made. */
  gone(n: number) {
    if (this.#open.has(n)) this.#note({ did: 'gone', n })
  }

  /** What still exists, newest first, so that children are removed before their parents. */
  get open(): Creation[] {
    return [...this.#open.values()].reverse()
  }

  find(kind: CreationKind, id: string): Creation | undefined {
    return this.open.find(one => one.kind === kind && one.id === id)
  }

  #note(line: Line) {
    this.#apply(line)
    this.#write(line)
  }

  /** What a line says of the creations. */
  #apply(line: Line) {
    if (line.did === 'begin') return
    const { did, n } = line
    const creation = this.#open.get(n)
    if (did === 'intend') {
      const { did: _, ...intended } = line
      this.#open.set(n, intended)
      if (line.kind === 'task') this.taskKeys.add(line.key)
    } else if (did === 'gone') this.#open.delete(n)
    else if (did === 'made') Object.assign(creation ?? {}, { id: line.id, foreign: false })
    else if (creation) creation[did] = true
  }

  /** Redacted, because ids come from the deployment and may echo a key. */
  #write(line: Line) {
    if (this.path === undefined) return
    appendFileSync(this.path, `${jsonText(this.#redactor.data(line))}\n`, { mode: 0o600 })
  }

  /** Reads the journal of an interrupted run. */
  static read(path: string): CleanupJournal {
    const lines = linesOf(path)
    const begin = lines.find(line => line.did === 'begin')
    if (!begin) throw new TargetProblem(`${path} is not a journal of the suite`)
    const journal = new CleanupJournal(begin.nonce)
    for (const line of lines) journal.#apply(line)
    return Object.assign(journal, { path })
  }
}

function linesOf(path: string): Line[] {
  const text = readFile(path, `the journal ${path}`).toString()
  return text.split('\n').flatMap(line => {
    try {
      return line.trim() === '' ? [] : [JSON.parse(line) as Line]
    } catch {
      return [] // A crash may have truncated the last line.
    }
  })
}

function isPrivate(folder: string): boolean {
  const { mode, uid } = lstatSync(folder)
  const isFolder = (mode & 0o170000) === 0o040000
  return isFolder && (process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0))
}
