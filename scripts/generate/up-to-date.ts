// Regenerates files that are not in git, before a command runs, if their sources have changed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const noteFile = join(root, '.cache/generated.json')

/** The sources of generated files: folders, and which of their files. */
const SOURCES: Readonly<Record<string, RegExp>> = {
  openapi: /\.yaml$|operation-table\.ts$/,
  'mock/control': /\.yaml$/,
  'conformance/target': /\.yaml$/,
  'mock/world-file': /\.(ts|yaml|md)$/,
  'mock/dialect': /\.yaml$/,
  'mock/console': /\.(tsx?|css|html)$/,
  'conformance/report': /\.(ts|css|yaml)$/,
  'conformance/rules': /\.ts$/,
  'watch/page': /\.(ts|css)$/,
  'scripts/contract': /\.ts$/,
  'scripts/generate': /\.ts$/,
}

interface Note {
  /** The sources with their sizes and times. */
  readonly sources: string
  readonly written: readonly string[]
}

/** Regenerates missing or outdated files. Takes milliseconds if there are none. */
export function bringUpToDate(): void {
  if (isUpToDate()) return
  if (!hasTools()) {
    console.error(
      'Files that git does not hold cannot be generated without the development packages: run `npm ci` without --omit=dev.',
    )
    // `npm ci --omit=dev` must succeed without the tools.
    process.exit(process.env.npm_lifecycle_event === 'prepare' ? 0 : 1)
  }
  try {
    // Standard output belongs to the command that runs next.
    execFileSync(process.execPath, [join(root, 'scripts/generate.ts'), '--check'], {
      stdio: ['ignore', process.stderr, 'inherit'],
    })
  } catch {
    // The script has printed the reason.
    process.exit(1)
  }
}

/** Records the sources from which files were made. */
export function noteGenerated(written: readonly string[]): void {
  mkdirSync(dirname(noteFile), { recursive: true })
  writeFileSync(noteFile, JSON.stringify({ sources: sources(), written } satisfies Note))
}

function hasTools(): boolean {
  try {
    for (const name of ['openapi-typescript', 'rolldown']) import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

function isUpToDate(): boolean {
  if (!existsSync(noteFile)) return false
  const noted = JSON.parse(readFileSync(noteFile, 'utf8')) as Note
  return noted.sources === sources() && noted.written.every(path => existsSync(join(root, path)))
}

/** By size and time, because reading all files at every start would be slow. */
function sources(): string {
  const files = Object.entries(SOURCES).flatMap(([folder, ofInterest]) =>
    filesIn(folder).filter(path => ofInterest.test(path) && !/\.test\.ts$|\/generated\//.test(path)),
  )
  return ['package-lock.json', ...files.sort()]
    .map(path => {
      const stats = statSync(join(root, path), { throwIfNoEntry: false })
      return `${path} ${stats?.size} ${stats?.mtimeMs}`
    })
    .join('\n')
}

function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.map(name => `${folder}/${name.replaceAll('\\', '/')}`)
}
