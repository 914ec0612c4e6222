// A file for each mock that runs as a command, so that other commands of the same user can find it.
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { makeFolder, writeFile } from '../../flags/files.ts'
import { given } from '../../flags/given.ts'
import type { Mock } from '../index.ts'
import { machineDate } from '../simulation/machine-time.ts'

export interface RunningFile {
  readonly url: string
  readonly pid: number
  /** The folder in which the mock was started. */
  readonly folder: string
  readonly started_at: string
  /** The key of the control API, if it has one. */
  readonly control_key?: string
  /** The certificate of HTTPS, if it speaks that. */
  readonly certificate?: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Writes the file. Returns a function that removes it; `runningMocks` ignores the files of crashed mocks. */
export function announce(
  { url, controlKey, certificate }: Pick<Mock, 'url' | 'controlKey'> & Partial<Pick<Mock, 'certificate'>>,
  { env, pid, cwd }: Pick<NodeJS.Process, 'env' | 'pid' | 'cwd'>,
): () => void {
  const folder = folderIn(env)
  const path = join(folder, `mock-${pid}.json`)
  const file = given<RunningFile>({
    url,
    pid,
    folder: cwd(),
    started_at: new Date(machineDate()).toISOString(),
    control_key: controlKey,
    certificate,
  })
  try {
    makeFolder(folder, 0o700)
    if (isOwn(folder)) writeFile(path, `${JSON.stringify(file)}\n`)
  } catch {
    // Without the file, as on a read-only system, commands need `--base-url`.
  }
  return () => rmSync(path, { force: true })
}

/** The mocks that this user runs, the newest first. */
export function runningMocks(env: Env): RunningFile[] {
  const folder = folderIn(env)
  try {
    if (!isOwn(folder)) return []
    return readdirSync(folder)
      .map(name => readRunningFile(join(folder, name)))
      .filter(file => file !== undefined)
      .sort((a, b) => (a.started_at < b.started_at ? 1 : -1))
  } catch {
    return []
  }
}

function folderIn({ XDG_RUNTIME_DIR }: Env): string {
  return XDG_RUNTIME_DIR
    ? join(XDG_RUNTIME_DIR, 'agent-work')
    : join(tmpdir(), `agent-work-${userInfo().username}`)
}

/** Whether only this user can write to the folder. On Windows, each user has a temporary folder. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder)
  if (!stats.isDirectory()) return false
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0)
}

/** Undefined for a foreign file, or if the process has ended; then the file is removed. */
function readRunningFile(path: string): RunningFile | undefined {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as RunningFile
    if (!URL.canParse(file.url) || !Number.isInteger(file.pid)) return undefined
    if (isAlive(file.pid)) return file
    rmSync(path, { force: true })
    return undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
