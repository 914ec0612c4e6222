// Reads a Dockerfile, and does what it says in folders instead of images: as far as one can get without an engine.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'

export interface Instruction {
  readonly line: number
  /** In capitals, such as `COPY`. */
  readonly name: string
  readonly rest: string
}

export interface Stage {
  readonly name: string
  readonly image: string
  readonly instructions: readonly Instruction[]
}

/** The stages of a Dockerfile, in order. */
export function stagesOf(path: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  let args: Record<string, string> = {}
  for (const instruction of instructionsOf(readFileSync(path, 'utf8'))) {
    const { name, rest } = instruction
    if (name === 'ARG' && stages.length === 0) args = { ...args, ...Object.fromEntries([rest.split('=', 2)]) }
    if (name === 'FROM') {
      const [image = '', , as] = rest.split(/\s+/)
      const full = image.replaceAll(/\$\{(\w+)\}/g, (_, arg: string) => args[arg] ?? '')
      stages.push({ name: as ?? String(stages.length), image: full, instructions: [] })
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = []
  let pending: { line: number; text: string } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    pending ??= { line: index + 1, text: '' }
    pending.text += line.replace(/\\$/, '')
    if (line.endsWith('\\')) continue
    const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*)$/s.exec(pending.text) ?? []
    found.push({ line: pending.line, name: name.toUpperCase(), rest: rest.trim() })
    pending = undefined
  }
  return found
}

/** The words behind `CMD` or `ENTRYPOINT` in the form that needs no shell; undefined for the other form. */
export function execForm(rest: string): string[] | undefined {
  const list = /(\[.*\])$/s.exec(rest)?.[1]
  return list === undefined ? undefined : (JSON.parse(list) as string[])
}

export interface Build {
  /** What is sent to the engine: a folder with its .dockerignore. */
  readonly context: string
  /** Where the file systems of the stages are made, each in a folder of its name. */
  readonly into: string
  readonly env: NodeJS.ProcessEnv
  /** Does a command in another way; true when it has. */
  readonly instead?: (command: string, folder: string) => boolean
}

/** Does what the stages say to files and folders, and returns the root of the last one. */
export function build(stages: readonly Stage[], options: Build): string {
  let root = ''
  for (const stage of stages) {
    root = join(options.into, stage.name)
    let folder = root
    mkdirSync(root, { recursive: true })
    for (const { name, rest, line } of stage.instructions) {
      if (name === 'WORKDIR') {
        folder = join(root, rest)
        mkdirSync(folder, { recursive: true })
      }
      if (name === 'COPY') copy(rest, root, folder, line, options)
      if (name === 'RUN' && !options.instead?.(rest, folder))
        execFileSync('sh', ['-c', rest], { cwd: folder, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
    }
  }
  return root
}

function copy(rest: string, root: string, folder: string, line: number, { context, into }: Build): void {
  const words = rest.split(/\s+/)
  const from = /^--from=(.*)$/.exec(words[0] ?? '')?.[1]
  const sources = words.slice(from === undefined ? 0 : 1)
  const target = sources.pop() ?? ''
  const destination = target.startsWith('/') ? join(root, target) : join(folder, target)
  const ignored = from === undefined ? ignoredIn(context) : () => false
  for (const source of sources) {
    const path = from === undefined ? join(context, source) : join(into, from, source)
    if (!existsSync(path) || ignored(source))
      throw new Error(
        `Dockerfile:${line} copies ${source}, which is not there${existsSync(path) ? ' for .dockerignore' : ''}`,
      )
    const isFolder = statSync(path).isDirectory()
    const to = !isFolder && /(\/|^\.)$/.test(target) ? join(destination, basename(source)) : destination
    cpSync(path, to, {
      recursive: true,
      filter: file => !ignored(file.slice(context.length + 1)),
      verbatimSymlinks: true,
    })
  }
}

/** What .dockerignore keeps back; the last line that fits counts. */
function ignoredIn(context: string): (path: string) => boolean {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n')
  const rules = lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
  return path => {
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    let ignored = false
    for (const rule of rules) {
      const pattern = rule.replace(/^!/, '')
      if (above.some(part => matchesGlob(part, pattern))) ignored = !rule.startsWith('!')
    }
    return ignored
  }
}
