// The kept workspaces of a mock as rows of SQLite. Rows are JSON, so any SQLite tool can read the file.
import { inParts } from '../simulation/slices.ts'
import { ownVersion } from '../version.ts'
import { type Column, type Columns, isSound, nameOfDamaged, sumOf, type TableName } from './checked-rows.ts'
import { DatabaseFile, type KeepSync } from './database-file.ts'
import { damaged, KeepProblem, keepProblem } from './keep-problem.ts'
import { ROWS_VERSION } from './rows-version.ts'

/** The SQLite application id of our files: "awmk" in ASCII. */
const APPLICATION_ID = 0x61776d6b

const SCHEMA = `
  -- Each row ends with a checksum of its other columns.
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
  -- A layer has the rows that differ from those of its parent; without a parent, all rows of a world.
  CREATE TABLE layer (id INTEGER PRIMARY KEY, parent INTEGER, sum INTEGER NOT NULL);
  -- layer: its rows. began: its rows when it was made; beginning: its state then.
  CREATE TABLE workspace (
    id TEXT PRIMARY KEY, layer INTEGER NOT NULL, began INTEGER NOT NULL, origin TEXT NOT NULL, name TEXT NOT NULL,
    profile TEXT NOT NULL, beginning TEXT NOT NULL, lease TEXT, sum INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- The clock, ids, chance and faults of a workspace.
  CREATE TABLE state (workspace TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL);
  CREATE TABLE snapshot (
    id TEXT PRIMARY KEY, layer INTEGER NOT NULL, view TEXT NOT NULL, state TEXT NOT NULL, sum INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- What a commit changed: [[kind, id, row], …], with null for a deleted row. The last change of a row counts. Only added to,
  -- so that a commit writes few pages; when more has been replaced than there is, a workspace goes on in a new layer.
  CREATE TABLE change (number INTEGER PRIMARY KEY, layer INTEGER NOT NULL, rows TEXT NOT NULL, sum INTEGER NOT NULL);
  CREATE INDEX change_of_layer ON change (layer);
  -- The rows of each workspace, from all of its layers: those above were written later.
  CREATE VIEW workspace_row AS
    WITH RECURSIVE stack (workspace, layer) AS (
      SELECT id, layer FROM workspace
      UNION ALL
      SELECT workspace, parent FROM stack JOIN layer ON layer.id = stack.layer WHERE parent IS NOT NULL
    ), newest (workspace, kind, id, value, number) AS (
      SELECT workspace, row.value ->> 0, row.value ->> 1, json_extract(row.value, '$[2]'), max(number)
      FROM stack JOIN change USING (layer), json_each(change.rows) AS row
      GROUP BY workspace, row.value ->> 0, row.value ->> 1
    )
    SELECT workspace, kind, id, value FROM newest WHERE value IS NOT NULL;
`

/** A row as stored: the kind is the name of its table; null for a deleted row. */
export type KeptRow = readonly [kind: string, id: string, row: unknown]

export interface KeptLayer {
  readonly id: number
  readonly parent: number | null
}

export interface KeptWorkspace {
  readonly id: string
  readonly layer: number
  /** The layer at its creation. */
  readonly began: number
  readonly origin: string
  readonly name: string
  readonly profile: unknown
  readonly state: unknown
  readonly faults: unknown
  /** The state besides its rows at creation. */
  readonly beginning: unknown
  /** The team and expiry; null for none. */
  readonly lease: unknown
}

export interface KeptSnapshot {
  readonly id: string
  readonly layer: number
  readonly view: unknown
  readonly state: unknown
}

/** The open file: read, and then written to, in transactions. */
export class KeptFile extends DatabaseFile {
  /** True when the file was just created. */
  readonly isNew: boolean
  readonly #sync: KeepSync
  /** The number of the last change, once one was added. */
  #lastNumber: number | undefined

  /** Opens or creates the file. Throws a KeepProblem if it is in use, damaged, of another kind, or of another version. */
  constructor(path: string, sync: KeepSync = 'process') {
    super(path)
    this.#sync = sync
    try {
      this.isNew = this.#isEmpty()
      if (this.isNew) return
      this.#requireOurs()
      this.requireCommits(this.#commits)
    } catch (error) {
      this.leave()
      throw keepProblem(this.path, error)
    }
  }

  /** Starts to write; until then the file stays as it is. */
  begin(): void {
    this.beginAt(this.isNew ? 0 : this.#commits, this.#sync)
    // The first write creates the log.
    this.transaction(() => {
      if (this.isNew) this.#makeTables()
      this.setSetting(WRITTEN_BY, ownVersion())
    })
    this.checkpoint()
  }

  settings(): Map<string, unknown> {
    return new Map(this.#read('setting').map(({ name, value }) => [String(name), json(value)]))
  }

  /** The layers, each behind its parent. */
  layers(): KeptLayer[] {
    return this.#read('layer') as unknown as KeptLayer[]
  }

  workspaces(): KeptWorkspace[] {
    return this.#read('workspace').map(({ profile, beginning, lease, sum: _, ...row }) => {
      const [state] = this.#read('state', 'workspace = ?', row.id!)
      if (!state) throw damaged(this.path, `the workspace ${row.id} has no state`)
      return {
        ...(row as unknown as Pick<KeptWorkspace, 'id' | 'layer' | 'began' | 'origin' | 'name'>),
        profile: json(profile),
        beginning: json(beginning),
        lease: json(lease),
        ...(json(state.value) as Pick<KeptWorkspace, 'state' | 'faults'>),
      }
    })
  }

  snapshots(): KeptSnapshot[] {
    return this.#read('snapshot').map(({ id, layer, view, state }) => ({
      id: String(id),
      layer: Number(layer),
      view: json(view),
      state: json(state),
    }))
  }

  /** The changes of a layer, the oldest first. */
  changes(layer: number): KeptRow[] {
    return this.#read('change', 'layer = ?', layer).flatMap(({ rows }) => json(rows) as KeptRow[])
  }

  /** Throws a KeepProblem if a change of a layer is not as it was written. */
  checkChanges(layer: number): void {
    this.#read('change', 'layer = ?', layer)
  }

  /** Throws a KeepProblem if a change is of no layer. */
  requireLayers(): void {
    const changes = this.number('SELECT count(*) FROM change WHERE layer NOT IN (SELECT id FROM layer)')
    if (changes > 0) throw damaged(this.path, `${changes} changes belong to nothing`)
  }

  /** Undefined deletes the setting. */
  setSetting(name: string, value: unknown): void {
    if (value === undefined) this.#run('DELETE FROM setting WHERE name = ?', name)
    else this.#put('setting', name, JSON.stringify(value))
  }

  /** Adds a layer and returns its number. */
  addLayer(parent: number | null): number {
    const id = this.number('SELECT coalesce(max(id), 0) + 1 FROM layer')
    this.#put('layer', id, parent)
    return id
  }

  putWorkspace(workspace: KeptWorkspace): void {
    const { id, layer, began, origin, name, profile, beginning, lease } = workspace
    const texts = [profile, beginning, lease].map(value => JSON.stringify(value))
    this.#put('workspace', id, layer, began, origin, name, ...texts)
    this.putState(id, workspace.state, workspace.faults)
  }

  /** Stores the state of a workspace: its clock, ids, random stream and faults. */
  putState(id: string, state: unknown, faults: unknown): void {
    const value = JSON.stringify({ state, faults })
    const sum = sumOf('state', [id, value])
    const { changes } = this.#run('UPDATE state SET value = ?, sum = ? WHERE workspace = ?', value, sum, id)
    if (changes === 0) this.#put('state', id, value)
  }

  putSnapshot({ id, layer, view, state }: KeptSnapshot): void {
    this.#put('snapshot', id, layer, JSON.stringify(view), JSON.stringify(state))
  }

  /** Adds changes of rows to a layer. */
  addChanges(layer: number, changes: Iterable<KeptRow>): void {
    for (const rows of inParts(changes, ROWS_OF_A_CHANGE))
      if (rows.length > 0) this.#addChange(layer, JSON.stringify(rows))
  }

  /** The number is given here, as the checksum includes it. */
  #addChange(layer: number, rows: string): void {
    this.#lastNumber ??= this.number('SELECT coalesce(max(number), 0) FROM change')
    this.#lastNumber += 1
    this.#put('change', this.#lastNumber, layer, rows)
  }

  /** Writes rows of another file. */
  putSound(table: TableName, rows: readonly Columns[]): void {
    for (const row of rows) this.#put(table, ...Object.values(row).slice(0, -1))
  }

  deleteWorkspace(id: string): void {
    this.#run('DELETE FROM workspace WHERE id = ?', id)
    this.#run('DELETE FROM state WHERE workspace = ?', id)
  }

  deleteSnapshot(id: string): void {
    this.#run('DELETE FROM snapshot WHERE id = ?', id)
  }

  /** The layers that nothing in the file needs, the oldest first. */
  unusedLayers(): number[] {
    const unused = this.statement(UNUSED_LAYERS).all() as { id: number }[]
    return unused.map(({ id }) => id)
  }

  /** Deletes so many changes of a layer. Returns how many there were. */
  deleteChanges(id: number, count: number): number {
    const sql = 'DELETE FROM change WHERE number IN (SELECT number FROM change WHERE layer = ? LIMIT ?)'
    return Number(this.#run(sql, id, count).changes)
  }

  /** Deletes layers without changes. */
  deleteLayers(ids: readonly number[]): void {
    for (const id of ids) this.#run('DELETE FROM layer WHERE id = ?', id)
  }

  /** Runs `write` in a transaction. */
  transaction(write: () => void): void {
    this.committing(commit => {
      write()
      this.setSetting(COMMITS, commit)
    })
  }

  get #commits(): number {
    return Number(this.settings().get(COMMITS))
  }

  #isEmpty(): boolean {
    return (
      this.number('PRAGMA application_id') === 0 && this.number('SELECT count(*) FROM sqlite_schema') === 0
    )
  }

  #makeTables(): void {
    this.exec(SCHEMA)
    this.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${ROWS_VERSION}`)
  }

  /** Refuses a file of another program or version, and one whose structure is damaged. */
  #requireOurs(): void {
    if (this.number('PRAGMA application_id') !== APPLICATION_ID)
      throw new KeepProblem(this.path, 'is an SQLite file of another program; choose another file')
    const version = this.number('PRAGMA user_version')
    if (version !== ROWS_VERSION)
      throw new KeepProblem(
        this.path,
        `was written by ${this.#writer()}, whose rows have another form (version ${version}; this one, ${ownVersion()}, reads version ${ROWS_VERSION}); use that agent-work, or choose another file`,
      )
    // `quick_check` would not compare the index with its rows.
    const { integrity_check: found } = this.statement('PRAGMA integrity_check(1)').get() as Columns
    if (found !== 'ok') throw damaged(this.path, String(found).replaceAll('\n', ' '))
  }

  /** The version that wrote the file, for a message. Another one may have other tables. */
  #writer(): string {
    try {
      const row = this.statement('SELECT value FROM setting WHERE name = ?').get(WRITTEN_BY)
      return `agent-work ${json((row as Columns).value)}`
    } catch {
      return 'another agent-work'
    }
  }

  #put(table: TableName, ...columns: Column[]): void {
    const values = `${'?, '.repeat(columns.length)}?`
    this.#run(`INSERT OR REPLACE INTO ${table} VALUES (${values})`, ...columns, sumOf(table, columns))
  }

  /** The rows of a table in order of their key, each checked. */
  #read(table: TableName, where = 'true', ...values: Column[]): Columns[] {
    const rows = this.statement(`SELECT * FROM ${table} WHERE ${where}`).all(...values) as Columns[]
    for (const row of rows)
      if (!isSound(table, row))
        throw damaged(this.path, `the ${nameOfDamaged(table, row, 3)} is not as it was written`)
    return rows
  }

  #run(sql: string, ...values: Column[]) {
    return this.statement(sql).run(...values)
  }
}

const UNUSED_LAYERS = `
  WITH RECURSIVE used (id) AS (
    SELECT layer FROM workspace UNION SELECT began FROM workspace UNION SELECT layer FROM snapshot
    UNION SELECT parent FROM layer JOIN used USING (id) WHERE parent IS NOT NULL
  )
  SELECT id FROM layer WHERE id NOT IN (SELECT id FROM used) ORDER BY id
`

/** The setting with the version of agent-work that wrote the file last. */
const WRITTEN_BY = 'written by'

/** The setting with the number of the last commit. */
const COMMITS = 'commits'

/** How many rows one change has at most: a damaged one is lost as a whole. */
const ROWS_OF_A_CHANGE = 30

function json(text: Column | undefined): unknown {
  return text === null || text === undefined ? null : JSON.parse(String(text))
}
