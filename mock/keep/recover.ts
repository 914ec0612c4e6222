// Writes what is sound of a damaged kept file to a new one. The damaged file is only read, and from a copy, because
// SQLite would merge its log.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import {
  type Column,
  type Columns,
  isSound,
  KEYS,
  nameOfDamaged,
  nameOfRow,
  type TableName,
} from './checked-rows.ts'
import { CommitNote } from './commit-note.ts'
import { logPathOf } from './database-file.ts'
import { FileLock, realPath, sqlite } from './file-lock.ts'
import { KeepProblem, keepProblem } from './keep-problem.ts'
import { Keeper } from './keeper.ts'
import { KeptFile } from './kept-file.ts'

export interface Recovery {
  /** The new file. */
  readonly file: string
  /** How many of each there are in it. */
  readonly workspaces: number
  readonly snapshots: number
  readonly changes: number
  /** What is not in it, one line each. */
  readonly lost: readonly string[]
}

/** Writes what is sound to `<path>.recovered`. Throws a KeepProblem if nothing can be read, or that file exists. */
export function recover(path: string): Recovery {
  const target = `${path}.recovered`
  if (existsSync(target)) throw new KeepProblem(target, 'exists already; move it away first')
  if (!existsSync(path)) throw new KeepProblem(path, 'does not exist; say with --keep which file to recover')
  const real = realPath(path)
  const lock = new FileLock(real)
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-recover-'))
  try {
    const copy = join(folder, 'copy.db')
    copyFileSync(real, copy)
    if (existsSync(logPathOf(real))) copyFileSync(logPathOf(real), logPathOf(copy))
    const database = new (sqlite().DatabaseSync)(copy)
    try {
      return write(target, new Reading(database), new CommitNote(real).read())
    } finally {
      database.close()
    }
  } catch (error) {
    throw keepProblem(path, error)
  } finally {
    rmSync(folder, { recursive: true })
    lock.release()
  }
}

function write(target: string, reading: Reading, commits: number | undefined): Recovery {
  const { lost } = reading
  const settings = reading.table('setting')
  const had = Number(settings.find(({ name }) => name === 'commits')?.value ?? Number.NaN)
  if (commits !== undefined && had < commits) lost.push(`the last ${commits - had} commits`)
  const changes = reading.table('change')
  const layers = new Map<Column, Columns>()
  // Parents come first.
  for (const layer of reading.table('layer'))
    if (layer.parent === null || layers.has(layer.parent!)) layers.set(layer.id!, layer)
    else lost.push(`${nameOfRow('layer', layer)}: what it builds on`)
  const states = reading.table('state')
  const whole = (table: TableName, isWhole: (row: Columns) => boolean) =>
    reading.table(table).filter(row => {
      if (!isWhole(row)) lost.push(`${nameOfRow(table, row)}: what it is made from`)
      return isWhole(row)
    })
  const workspaces = whole(
    'workspace',
    ({ id, layer, began }) =>
      layers.has(layer!) && layers.has(began!) && states.some(({ workspace }) => workspace === id),
  )
  const snapshots = whole('snapshot', ({ layer, view }) => {
    const { workspace_id } = JSON.parse(String(view))
    return layers.has(layer!) && workspaces.some(({ id }) => id === workspace_id)
  })
  const kept = changes.filter(({ layer }) => layers.has(layer!))
  if (workspaces.length === 0) throw new KeepProblem(target, 'was not written: no workspace could be read')
  const file = new KeptFile(target)
  file.begin()
  file.transaction(() => {
    file.putSound('setting', settings)
    file.putSound('layer', [...layers.values()])
    file.putSound('state', states)
    file.putSound('workspace', workspaces)
    file.putSound('snapshot', snapshots)
    file.putSound('change', kept)
  })
  file.close()
  const keeper = new Keeper(new KeptFile(target))
  keeper.restore()
  keeper.close()
  return {
    file: target,
    workspaces: workspaces.length,
    snapshots: snapshots.length,
    changes: kept.length,
    lost,
  }
}

/** What can be read of a damaged database. */
class Reading {
  readonly lost: string[] = []
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** The sound rows of a table. Behind a page that cannot be read, it goes on from the end. */
  table(table: TableName): Columns[] {
    const rows = new Map<string, Columns>()
    const forward = this.#read(table, 'ASC', rows)
    if (forward) {
      const last = [...rows.keys()].at(-1) ?? 'the beginning'
      const count = rows.size
      this.#read(table, 'DESC', rows)
      const next = rows.size > count ? [...rows.keys()].at(-1) : 'the end'
      this.lost.push(`what was between ${last} and ${next} (${forward.message})`)
    }
    return [...rows.values()].filter(row => {
      if (!isSound(table, row)) this.lost.push(nameOfDamaged(table, row))
      return isSound(table, row)
    })
  }

  /** Adds rows until one is there already. Returns the error that ended it. */
  #read(table: TableName, order: 'ASC' | 'DESC', rows: Map<string, Columns>): Error | undefined {
    const keys = KEYS[table].map(key => `${key} ${order}`).join(', ')
    try {
      for (const row of this.#database.prepare(`SELECT * FROM ${table} ORDER BY ${keys}`).iterate()) {
        const columns = row as Record<string, Column>
        const name = nameOfRow(table, columns)
        if (rows.has(name)) return undefined
        rows.set(name, columns)
      }
      return undefined
    } catch (error) {
      return error as Error
    }
  }
}
