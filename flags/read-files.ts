// Reads the files of a folder that is named on the command line.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './flag.ts'
import { readFile, whyUnreadable } from './read-file.ts'

/** The text of a file, or of all files of a folder whose names end so. Throws a `UsageError`. */
export function readFiles(path: string, ending: string): { file: string; text: string }[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const names = isFolder ? readdirSync(path).filter(name => name.endsWith(ending)) : []
  if (isFolder && names.length === 0) throw new UsageError(`${path} has no file that ends in ${ending}.`)
  const files = isFolder ? names.sort().map(name => join(path, name)) : [path]
  return files.map(file => {
    try {
      return { file, text: readFile(file).toString() }
    } catch (error) {
      throw new UsageError(`${file} cannot be read: ${whyUnreadable(error)}.`)
    }
  })
}
