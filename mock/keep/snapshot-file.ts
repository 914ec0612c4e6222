// A snapshot as text: JSON lines with a header, one line for each row, and a last line that reveals truncation or
// damage. On disk it is compressed with gzip.
import { platform } from '#platform'
import { MAX_DURATION } from '../simulation/duration.ts'
import { finished, hexOf, mixed, START } from '../simulation/hash.ts'
import { atOnce, inParts, type Slices } from '../simulation/slices.ts'
import { jsonIn } from '../store/json-in.ts'
import { mapValues } from '../store/members.ts'
import { ownVersion } from '../version.ts'
import type { SavedWorkspace } from '../world/workspace.ts'
import type { KeptRow } from './kept-file.ts'
import { rowCheck, STATE } from './row-check.ts'
import { ROWS_VERSION } from './rows-version.ts'
import { type KeptState, rowsOf, stateOf, withState, worldOf } from './saved-rows.ts'

/** The version of the format of the lines. */
const FILE_VERSION = 1

/** The first line. */
export interface SnapshotHeader {
  readonly agent_work_snapshot: typeof FILE_VERSION
  /** The version of the format of the rows. */
  readonly rows_version: number
  /** The version of agent-work that wrote the file. */
  readonly written_by: string
  readonly name: string
  /** The name of the workspace. */
  readonly workspace: string
  /** When the snapshot was taken, by the workspace's clock. */
  readonly at: string
  /** Whether the secrets of the keys are included. */
  readonly keys: 'included' | 'left out'
  /** Answers to gaps. */
  readonly profile: Readonly<Record<string, unknown>>
  readonly state: KeptState
}

export interface SnapshotFile {
  readonly header: SnapshotHeader
  readonly saved: SavedWorkspace
  /** The number of rows of each kind. */
  readonly counts: Readonly<Record<string, number>>
}

/** The file cannot be used; the message says why. */
export class SnapshotFileProblem extends Error {}

export interface SnapshotChoices extends Pick<SnapshotHeader, 'name' | 'workspace' | 'at' | 'profile'> {
  readonly withKeys: boolean
}

/** The pattern of keys made by any mock. */
const ANY_KEY = /awk_[A-Za-z0-9_]{16,}/g
const LEFT_OUT = '[key left out]'

/** How many rows a slice reads or writes: some 100 kB. */
const SLICE_ROWS = 200
/** How many characters a slice hashes. */
const SLICE_LENGTH = 500_000

/** Serializes a snapshot. Without keys, their secrets are removed from every row. */
export function* writingSnapshotFile(saved: SavedWorkspace, choices: SnapshotChoices): Slices<string> {
  const { withKeys, ...more } = choices
  const header: SnapshotHeader = {
    agent_work_snapshot: FILE_VERSION,
    rows_version: ROWS_VERSION,
    written_by: ownVersion(),
    ...more,
    keys: withKeys ? 'included' : 'left out',
    state: stateOf(saved, Date.parse(choices.at)),
  }
  const clean = withKeys ? (line: string) => line : withoutSecrets(saved)
  const parts = [`${clean(JSON.stringify(header))}\n`]
  let hash = mixed(START, parts[0]!)
  let count = 0
  for (const rows of inParts(rowsOf(saved), SLICE_ROWS)) {
    const part = rows.map(([kind, , row]) => `${clean(JSON.stringify([kind, row]))}\n`).join('')
    hash = mixed(hash, part)
    count += rows.length
    parts.push(part)
    yield
  }
  parts.push(`${JSON.stringify({ end: count, hash: hexOf(finished(hash)) })}\n`)
  return parts.join('')
}

/**
 * Reads a snapshot, as text or as base64 of a compressed file. Throws a SnapshotFileProblem. Snapshots that are read with the
 * same `known` share their rows.
 */
export function* readingSnapshotFile(
  given: string,
  known = new Map<string, KeptRow>(),
): Slices<SnapshotFile> {
  const text = yield* unpacking(given)
  const header = headerOf(text)
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const last = jsonIn(text.slice(end)) as { end?: unknown; hash?: unknown } | null | undefined
  if (!text.endsWith('\n') || typeof last?.end !== 'number')
    throw new SnapshotFileProblem('ends before its last line: it was cut off on its way')
  if (last.end > MAX_ROWS) throw new SnapshotFileProblem(`has more than ${MAX_ROWS} rows`)
  const body = text.slice(0, end)
  const lines = yield* rowLines(body, last.end)
  if (!lines || last.hash !== (yield* hashing(body)))
    throw new SnapshotFileProblem('is damaged, or was changed since it was written')
  checkHeader(header)
  try {
    const rows = yield* rowsIn(lines, known)
    const byKind = Object.groupBy(rows, ([kind]) => kind)
    yield
    const saved = withState(yield* worldOf(rows), header.state)
    const due = saved.schedule.nextDue()
    if (due !== null && saved.clock.at - due > MAX_DURATION)
      throw new SnapshotFileProblem('has a clock that is more than a hundred years ahead of what is planned')
    return { header, saved, counts: mapValues(byKind, its => its?.length ?? 0) }
  } catch (error) {
    if (error instanceof SnapshotFileProblem) throw error
    throw new SnapshotFileProblem(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function readSnapshotFile(text: string): SnapshotFile {
  return atOnce(readingSnapshotFile(text))
}

/** The rows, each of the form that a mock writes, and each once. */
function* rowsIn(lines: readonly string[], known: Map<string, KeptRow>): Slices<KeptRow[]> {
  const check = rowCheck()
  const seen = new Set<string>()
  const read = (line: string, index: number): KeptRow => {
    const [kind, value] = JSON.parse(line) as [string, Record<string, unknown>]
    const wrong = kind === STATE ? 'the state stands in the first line' : check(kind, value)
    if (wrong !== undefined) throw new SnapshotFileProblem(`has a wrong row in line ${index + 2}: ${wrong}`)
    const row: KeptRow = [kind, String(value.id), value]
    known.set(line, row)
    return row
  }
  const rows: KeptRow[] = []
  for (const [index, line] of lines.entries()) {
    if (index % SLICE_ROWS === 0) yield
    const row = known.get(line) ?? read(line, index)
    const name = `${row[0]} ${row[1]}`
    if (seen.has(name))
      throw new SnapshotFileProblem(`has ${name.slice(0, 100)} twice, again in line ${index + 2}`)
    seen.add(name)
    rows.push(row)
  }
  return rows
}

/** The lines after the header; undefined unless there are `count`. Stops at the first line too many. */
function* rowLines(body: string, count: number): Slices<string[] | undefined> {
  const lines: string[] = []
  for (let at = body.indexOf('\n') + 1; at < body.length; ) {
    const end = body.indexOf('\n', at)
    if (lines.length === count) return undefined
    if (lines.length % SLICE_ROWS === 0) yield
    lines.push(body.slice(at, end))
    at = end + 1
  }
  return lines.length === count ? lines : undefined
}

/** More than any workspace has; each costs memory however short its line is. */
const MAX_ROWS = 2_000_000

/** The first characters of any gzip file in base64. */
const GZIP_IN_BASE64 = 'H4sI'

/** The maximum size after decompression, in all and for each byte that was sent. Rows pack to a tenth or so. */
const MAX_BYTES = 512 * 1024 * 1024
const MAX_RATIO = 100

function* unpacking(given: string): Slices<string> {
  if (!given.startsWith(GZIP_IN_BASE64)) return given
  const maxBytes = Math.min(MAX_BYTES, MAX_RATIO * given.length)
  try {
    return yield* platform.unpacking(given, maxBytes)
  } catch (error) {
    const isLarge = error instanceof RangeError
    throw new SnapshotFileProblem(
      isLarge
        ? `unpacks to more than ${maxBytes} bytes`
        : 'cannot be unpacked: it was cut off or damaged on its way',
    )
  }
}

function headerOf(text: string): SnapshotHeader {
  const header = jsonIn(text.slice(0, Math.max(0, text.indexOf('\n')))) as Partial<SnapshotHeader> | undefined
  const { agent_work_snapshot: version, rows_version: rows, written_by: writer } = header ?? {}
  if (version === undefined || rows === undefined)
    throw new SnapshotFileProblem('was not written by agent-work snapshot save')
  if (version !== FILE_VERSION || rows !== ROWS_VERSION)
    throw new SnapshotFileProblem(
      `was written by agent-work ${writer}, whose rows have another form (version ${rows}; this one, ${ownVersion()}, reads version ${ROWS_VERSION}); use that agent-work`,
    )
  return header as SnapshotHeader
}

/** Checks the members of the header that others rely on. */
function checkHeader({ name, workspace, at, keys, profile, state }: SnapshotHeader): void {
  const isText = [name, workspace, at].every(text => typeof text === 'string')
  const isKnown =
    (keys === 'included' || keys === 'left out') && typeof profile === 'object' && profile !== null
  const wrong = isText && isKnown ? rowCheck()(STATE, state) : 'it is no header of a snapshot'
  if (wrong !== undefined) throw new SnapshotFileProblem(`has a wrong first line: ${wrong}`)
}

function withoutSecrets({ tables }: SavedWorkspace): (line: string) => string {
  // As it stands in JSON: a secret may have quotes.
  const secrets = tables.keys.all().map(({ secret }) => JSON.stringify(secret).slice(1, -1))
  return line => {
    let clean = line
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, LEFT_OUT)
    return clean.replace(ANY_KEY, LEFT_OUT)
  }
}

function* hashing(text: string): Slices<string> {
  let hash = START
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    hash = mixed(hash, text.slice(at, at + SLICE_LENGTH))
    yield
  }
  return hexOf(finished(hash))
}
