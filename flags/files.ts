// Reads and writes the files that a command line names.
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readText, UsageError } from './flag.ts'

/** The largest file that a command reads. It may come from somebody else. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const PART_BYTES = 1024 * 1024

/** The bytes of a file, which messages call `name`. Throws `UsageError`. */
export function readFile(path: string, name = path): Buffer {
  try {
    return bytesOf(path)
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${whyNot(error)}.`)
  }
}

/** The secret in a file, such as a mounted one: all of it but space around it. Throws `UsageError`. */
export function secretIn(path: string, name = path): string {
  const secret = readFile(path, name).toString().trim()
  if (/^\S+$/.test(secret)) return secret
  throw new UsageError(`${name} must hold a key and nothing else.`)
}

/** Parses a secret: the text itself, or `file:PATH`. */
export function readSecret(text: string): string {
  const path = /^file:(.+)$/s.exec(text)?.[1]
  return path === undefined ? readText(text) : secretIn(path)
}

/** The text of a file, or of all files of a folder whose names end so. Throws `UsageError`. */
export function readFiles(path: string, ending: string): { file: string; text: string }[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const names = isFolder ? readdirSync(path).filter(name => name.endsWith(ending)) : []
  if (isFolder && names.length === 0) throw new UsageError(`${path} has no file that ends in ${ending}.`)
  const files = isFolder ? names.sort().map(name => join(path, name)) : [path]
  return files.map(file => ({ file, text: readFile(file).toString() }))
}

interface Writing {
  /** What messages call the file. */
  readonly name?: string
  /** Whether others may read the file. Data of a deployment or a workspace are for their owner alone. */
  readonly isPublic?: boolean
}

/** Writes a file, with its folder. Throws `UsageError`. */
export function writeFile(
  path: string,
  content: string | Uint8Array,
  { name = path, isPublic = false }: Writing = {},
): void {
  try {
    makeFolder(dirname(path))
    // Before the data are in it.
    if (!isPublic) makePrivate(path)
    writeFileSync(path, content, isPublic ? {} : { mode: 0o600 })
  } catch (error) {
    throw new UsageError(`${name} cannot be written: ${whyNot(error)}.`)
  }
}

/** Makes a folder with those above it. Node's own `recursive` never ends in /proc, where nothing can be made. */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`no folder can be made at ${path}`)
    // Somebody else was faster.
    if (code !== 'EEXIST') throw error
  }
}

/** Writes a file line by line, so that a recording survives a crash. Throws `UsageError`. */
export function recorder(path: string): (line: string) => void {
  writeFile(path, '')
  const file = openSync(path, 'a')
  return line => void writeSync(file, `${line}\n`)
}

/** Lets only this user read a file, if it exists. What is no file, such as /dev/stdout, stays as it is. */
export function makePrivate(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) chmodSync(path, 0o600)
}

/** Why a file cannot be read or written, for the end of a message. */
export function whyNot(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? (code || message)
}

const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EFBIG: `it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`,
}

function bytesOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    let size = 0
    // Its size is not asked for: that of a device or a pipe is 0.
    for (;;) {
      const part = Buffer.alloc(PART_BYTES)
      const read = readSync(file, part)
      if (read === 0) return Buffer.concat(parts)
      parts.push(part.subarray(0, read))
      size += read
      if (size > MAX_FILE_BYTES) throw Object.assign(new Error('too large'), { code: 'EFBIG' })
    }
  } finally {
    closeSync(file)
  }
}
