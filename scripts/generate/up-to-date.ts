// Generated files that git does not hold: made when something is about to run and their sources have changed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const noteFile = join(root, '.cache/generated.json')

/** What generating reads: folders, and which of their files. */
const SOURCES: Readonly<Record<string, RegExp>> = {
  openapi: /\.yaml$/,
  'mock/control': /\.yaml$/,
  'mock/world-file': /\.(ts|yaml|md)$/,
  'mock/work': /steps\.ts$/,
  'mock/console': /\.(tsx?|css|html)$/,
  'conformance/report': /\.(ts|css)$/,
  'scripts/contract': /\.ts$/,
  'scripts/generate': /\.ts$/,
}

interface Note {
  /** The sources with their sizes and times. */
  readonly sources: string
  readonly written: readonly string[]
}

/** Makes what is missing or out of date. Takes milliseconds when nothing is. */
export function bringUpToDate(): void {
  if (isUpToDate()) return
  if (!hasTools()) {
    console.error(
      'Files that git does not hold cannot be generated without the development packages: run `npm ci` without --omit=dev.',
    )
    // `npm ci --omit=dev` itself succeeds.
    process.exit(process.env.npm_lifecycle_event === 'prepare' ? 0 : 1)
  }
  try {
    // Standard output belongs to the command that is about to run.
    execFileSync(process.execPath, [join(root, 'scripts/generate.ts'), '--check'], {
      stdio: ['ignore', process.stderr, 'inherit'],
    })
  } catch {
    // It has said why.
    process.exit(1)
  }
}

/** Notes that files were made from the sources as they are. */
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

/** Sizes and times, because reading every file at every start would take longer. */
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
