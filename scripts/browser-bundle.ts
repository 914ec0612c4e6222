// Bundles the mock for browsers: one module with chunks that are loaded on demand, including nearly all packages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type OutputAsset, type OutputChunk, type Plugin } from 'rolldown'
import type { RequirementRegister } from '#openapi'

const root = join(import.meta.dirname, '..')

/** Large, and needed only for structured answers, so users add them when they bundle their page. */
const leftOut = /^(json-schema-faker|@faker-js\/faker(\/.*)?)$/

/** Keeps what the mock reads of the requirements: the rest is for the suite, which does not run in a browser. */
const onlyStatements: Plugin = {
  name: 'only-statements',
  transform: {
    filter: { id: /\/requirements\.json$/ },
    handler(code) {
      const { sections, requirements } = JSON.parse(code) as RequirementRegister
      const stated = requirements.map(({ id, section, statement, operations }) => ({
        id,
        section,
        statement,
        operations,
      }))
      return JSON.stringify({ sections, requirements: stated })
    },
  },
}

/** The files by name: `index.js`, its chunks, and `licenses.txt`. */
export async function browserBundle(): Promise<Record<string, string>> {
  const { output } = await build({
    cwd: root,
    input: { index: 'mock/browser.ts' },
    platform: 'browser',
    external: leftOut,
    plugins: [onlyStatements],
    // Some packages are already in the main module when a chunk imports them.
    onLog: (level, log, handle) => {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log)
    },
    write: false,
    output: { minify: true, chunkFileNames: '[name].js' },
  })
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const foreign = imported.filter(name => !own.has(name) && !leftOut.test(name))
  if (foreign.length > 0) throw new Error(`The bundle for browsers imports ${foreign.join(', ')}.`)
  return {
    ...Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code])),
    'licenses.txt': licensesOf(chunks),
  }
}

/** A script of a page in one chunk; `settings` is the folder of its tsconfig.json. */
export async function browserScript(
  file: string,
  settings: string,
  minify: boolean | 'dce-only',
): Promise<OutputChunk> {
  const { output } = await build({
    cwd: root,
    input: file,
    tsconfig: join(root, settings, 'tsconfig.json'),
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify },
  })
  return output[0]
}

/** The licenses of the packages that contain what was bundled. */
export function licensesOf(bundled: readonly (OutputChunk | OutputAsset)[]): string {
  const modules = bundled.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = modules.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  const texts = [...new Set(folders)].sort().map(folder => {
    const file = readdirSync(folder).find(name => /^licen[cs]e/i.test(name))
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license: string }
    return `${name}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : license}`
  })
  return `${texts.join('\n\n---\n\n')}\n`
}
