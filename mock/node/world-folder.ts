// Reads the files that a world names. They must be inside the folder of the world file.
import { globSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { whyNot } from '../../flags/files.ts'
import type { TextFolder, Unreadable } from '../world-file/index.ts'

/** Larger files cannot be prompts or documents. */
const MAX_BYTES = 10_000_000

export class WorldFolder implements TextFolder {
  readonly root: string
  /** Everything that was read. */
  readonly files = new Set<string>()

  constructor(root: string) {
    this.root = root
  }

  /** The text of a file, or why it cannot be read. */
  read(path: string): string | Unreadable {
    try {
      const { size } = statSync(path)
      if (size > MAX_BYTES) return { problem: 'has more than 10 MB' }
      this.files.add(path)
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { problem: 'is not text in UTF-8' }
      return { problem: `cannot be read: ${whyNot(error)}` }
    }
  }

  /** The real path of a file that the world names, or why it may not be read. */
  resolve(name: string): string | Unreadable {
    const outside = {
      problem: `the file ${name} is outside the folder of the world file; files stay inside it`,
    }
    if (isAbsolute(name)) return outside
    try {
      const path = realpathSync(join(this.root, name))
      return path.startsWith(this.root + sep) ? path : outside
    } catch {
      const isOutside = !join(this.root, name).startsWith(this.root + sep)
      return isOutside ? outside : { problem: `there is no file ${name}` }
    }
  }

  /** The text of a file that the world names, or why it may not be read. */
  textOf(name: string): string | Unreadable {
    const path = this.resolve(name)
    if (typeof path !== 'string') return path
    const text = this.read(path)
    return typeof text === 'string' ? text : { problem: `the file ${name} ${text.problem}` }
  }

  /** The files of a pattern, in order of their names. */
  matching(pattern: string): string[] | Unreadable {
    if (isAbsolute(pattern) || pattern.split(/[/\\]/).includes('..'))
      return {
        problem: `the pattern ${pattern} leads out of the folder of the world file; files stay inside it`,
      }
    const names = globSync(pattern, { cwd: this.root })
      .filter(name => statSync(join(this.root, name)).isFile())
      .sort()
    return names.length > 0 ? names : { problem: `no file matches ${pattern}` }
  }
}
