// Worlds in files: one, or all of a folder, with the files that they name.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { whyNot } from '../../flags/files.ts'
import { NOTHING, type ReadOptions, type Sourced, WorldReader } from '../world-file/index.ts'
import { WorldFolder } from './world-folder.ts'

/** A world, and the files that it was read from. */
export type ReadWorld = Awaited<ReturnType<typeof readWorldFile>>

/** Reads a file, or all YAML and JSON files of a folder. Throws a `WorldError` with every mistake. */
export async function readWorldFile(path: string, options: ReadOptions = {}) {
  const reader = new WorldReader(options)
  const folder = folderOf(path, reader)
  const source = folder ? await load(path, folder, reader) : NOTHING
  return { world: reader.complete(source), files: [...(folder?.files ?? [])] }
}

function folderOf(path: string, reader: WorldReader): WorldFolder | undefined {
  try {
    const isFolder = statSync(path).isDirectory()
    return new WorldFolder(realpathSync(isFolder ? path : dirname(path)))
  } catch (error) {
    reader.report([], `the world ${path} cannot be read: ${whyNot(error)}`)
    return undefined
  }
}

async function load(path: string, folder: WorldFolder, reader: WorldReader): Promise<Sourced> {
  if (!statSync(path).isDirectory()) return loadFile(path, folder, reader, [])
  const names = readdirSync(path)
    .filter(name => /\.(ya?ml|json)$/.test(name))
    .sort()
  if (names.length === 0) reader.report([], `the folder ${path} has no file such as world.yaml`)
  let joined = NOTHING
  for (const name of names) joined = reader.join(joined, await loadText(join(path, name), folder, reader))
  return reader.extend(joined, loadBase(path, folder, reader, []))
}

async function loadFile(path: string, folder: WorldFolder, reader: WorldReader, within: readonly string[]) {
  const source = await loadText(path, folder, reader)
  return reader.extend(source, loadBase(dirname(path), folder, reader, [...within, realpathSync(path)]))
}

/** Finds what a file extends; `shown` is the folder as messages show it. */
function loadBase(shown: string, folder: WorldFolder, reader: WorldReader, within: readonly string[]) {
  return async (name: string, report: (message: string) => Sourced): Promise<Sourced> => {
    const found = folder.resolve(name)
    if (typeof found !== 'string') return report(found.problem)
    if (within.includes(found)) return report(`${name} extends this file in turn`)
    return loadFile(join(shown, relative(folder.root, found)), folder, reader, within)
  }
}

async function loadText(path: string, folder: WorldFolder, reader: WorldReader): Promise<Sourced> {
  const text = folder.read(path)
  if (typeof text === 'string') return reader.takeTexts(await reader.parse(text, path), folder)
  reader.report([], `the world ${path} ${text.problem}`)
  return NOTHING
}
