import { gzipSync } from 'node:zlib'
import { readFile, writeFile } from '../../flags/files.ts'
import { flag, readText, toggle, UsageError } from '../../flags/flag.ts'
import { readSnapshotFile, type SnapshotFile, SnapshotFileProblem } from '../../mock/keep/snapshot-file.ts'
import { type Report, reportCommand } from '../report-command.ts'
import { mockFlags, type RunningMock, runningMock, workspaceFlags } from '../running-mock.ts'

const subcommands = {
  save: 'write a workspace of a running mock to a file',
  load: 'make a workspace of a running mock from a file',
  show: 'print what is in a file; needs no mock',
}

export const command = reportCommand({
  words: '<save | load | show> <file>',
  description: 'Saves a workspace as a file, and makes a workspace from one.',
  subcommands,
  flags: {
    workspace: { ...workspaceFlags.workspace, description: 'save: the workspace' },
    snapshot: flag('<id>', 'save: a snapshot of the mock, or beginning', readText, {
      default: 'the workspace as it is now',
    }),
    'with-keys': toggle('save: with the secrets of the keys; otherwise they are made anew'),
    name: flag('<text>', 'load: a name for the new workspace', readText),
    ...mockFlags,
  },
  notes: `Examples
  agent-work snapshot save monday.snapshot
  agent-work snapshot show monday.snapshot
  agent-work snapshot load monday.snapshot --name from-ana`,
  async run({ flags, words }, terminal) {
    const [what, file = ''] = words
    if (what === 'show') return shown(file)
    const mock = runningMock(flags, terminal)
    if (what === 'save') {
      const { workspace, snapshot = 'now', 'with-keys': withKeys = false } = flags
      const rows = await saveSnapshotFile(mock, file, { workspace, snapshot, withKeys })
      const keys = withKeys ? ', with the secrets of the keys' : ''
      return { data: { file, rows }, text: `Wrote ${file}: ${rows} rows${keys}.` }
    }
    return load(mock, file, flags.name)
  },
})

/** Writes a snapshot to a compressed file, and returns its number of rows. */
export async function saveSnapshotFile(
  mock: RunningMock,
  file: string,
  { workspace, snapshot, withKeys }: { workspace: string; snapshot: string; withKeys: boolean },
): Promise<number> {
  const text = await mock.call('readSnapshotFile', {
    path: { workspace_id: workspace, snapshot_id: snapshot },
    query: { with_keys: withKeys },
  })
  // A truncated reply must not become a file.
  const { counts } = readSnapshotFile(text)
  writeFile(file, gzipSync(text))
  return sum(counts)
}

async function load(mock: RunningMock, path: string, name: string | undefined): Promise<Report> {
  const { text: file } = read(path)
  const body = { from: { file }, ...(name === undefined ? {} : { name }) }
  const made = await mock.call('createWorkspace', { body })
  const keys = Object.entries(made.keys).map(([name, secret]) => `  ${name.padEnd(18)} ${secret}`)
  return {
    data: made,
    text: `Made the workspace ${made.id}, ${made.name}: ${mock.url}/_mock/console/${made.id}\nIts keys\n${keys.join('\n')}`,
  }
}

function shown(path: string): Report {
  const { header, counts, saved } = read(path).file
  const { state, ...about } = header
  const people = saved.tables.people.all().map(({ name }) => name)
  const agents = saved.tables.agents.all().map(({ name }) => name)
  const lines = [
    `${header.name}, of the workspace ${header.workspace}`,
    `  taken at    ${header.at} by its clock (${state.clock.mode.kind})`,
    `  written by  agent-work ${header.written_by}, rows version ${header.rows_version}`,
    `  keys        ${counts.keys ?? 0}, secrets ${header.keys}`,
    `  people      ${few(people)}`,
    `  agents      ${few(agents)}`,
    `  rows        ${sum(counts)}`,
    ...Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([kind, count]) => `    ${kind.padEnd(18)} ${count}`),
  ]
  return { data: { ...about, clock: state.clock.mode, rows: counts }, text: lines.join('\n') }
}

function read(path: string): { text: string; file: SnapshotFile } {
  const bytes = readFile(path)
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = bytes.toString(isPacked ? 'base64' : 'utf8')
  try {
    return { text, file: readSnapshotFile(text) }
  } catch (error) {
    if (error instanceof SnapshotFileProblem) throw new UsageError(`${path} ${error.message}.`)
    throw error
  }
}

function few(names: readonly string[]): string {
  const more = names.length > 5 ? `, and ${names.length - 5} more` : ''
  return names.length === 0 ? 'none' : `${names.slice(0, 5).join(', ')}${more}`
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
