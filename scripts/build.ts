// `npm run build`: what is published, in dist/. Node strips types only outside node_modules, so a package has to ship
// JavaScript. It is bundled, because opening hundreds of small files is most of what starting would take.
//
//   dist/*.js, *.cjs    the doors: what can be imported and required; they refuse an old Node in plain words
//   dist/bin            the command
//   dist/lib            JavaScript, with the documents that it reads beside it
//   dist/browser        the mock without Node, as files that a page can load
//   dist/types          declarations, a file for each door
//   dist/schemas        JSON schemas of the files that people write and read
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type ChunkingContext } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { configSchema } from '../mock/cli/config-schema.ts'
import { twinSchemaWithAnswers } from '../mock/dialect/twin-schema.ts'
import manifest from '../package.json' with { type: 'json' }
import { browserBundle, licensesOf } from './browser-bundle.ts'
import { declare, declaredDoors, doors } from './declarations.ts'
import { siteFiles } from './site/site.ts'
import { writeFiles } from './write-files.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Packages that are needed for the first request. */
const bundled = new Set(['ajv', 'ajv-formats'])

/** Packages that are loaded from where they are installed; all others are bundled. */
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
  name => !bundled.has(name),
)

/** Those that Jest and other programs without `require` of ES modules use. */
const { mock, openapi } = doors
const commonJsDoors = { mock, openapi }

const external = [/^node:/, ...packages.map(name => new RegExp(`^${name}(/|$)`))]

/** How code for Node is bundled. Old versions must be able to parse the code that reports that they are too old. */
const forNode = { cwd: root, platform: 'node', transform: { target: 'es2022' }, external } as const

const commands = { 'agent-work': 'cli/main.ts' }

/** Modules that run in a thread of their own. */
const workerEntries = { 'value-worker': 'mock/service/completions/value-worker.ts' }

/** Modules that are required on first use, in CommonJS. */
const lateEntries = {
  validator: 'platform/validator.ts',
  'generated/target-check': 'conformance/target/generated/target-check.cjs',
  'generated/twin-check': 'mock/dialect/generated/twin-check.cjs',
  'generated/world-check': 'mock/world-file/generated/world-check.cjs',
}

const generated = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as object

/** The files in dist/schemas, as those see them that read such files. */
const schemas: Readonly<Record<string, object>> = {
  'agent-work-mock.schema.json': configSchema(),
  'target.schema.json': generated('conformance/target/generated/target.schema.json'),
  'twin.schema.json': twinSchemaWithAnswers(),
  'report.schema.json': generated('conformance/report/generated/report.schema.json'),
  'world.json': generated('mock/world-file/generated/world.schema.json'),
}

/**
 * Modules that need little of the mock. What they share with it is in a file of its own, because what a command does not
 * need makes its start slower.
 */
const lightModules = [
  'cli/main.ts',
  'cli/operation-command.ts',
  'cli/commands/tail.ts',
  'cli/commands/conformance.ts',
]

/** What the mock and the light modules need, once they are known. */
let neededBy: { mock: ReadonlySet<string>; light: ReadonlySet<string> } | undefined

/** What each door exports. */
const exported = new Map<string, readonly string[]>()

/** Folders from whose `generated` the compiled code reads. */
const documents =
  'openapi mock/control mock/dialect mock/world-file mock/keep conformance/target conformance/report'.split(
    ' ',
  )

rmSync(dist, { recursive: true, force: true })
await bundle()
writeFiles(join(dist, 'browser'), await browserBundle())
for (const folder of documents) copyDocuments(folder)
cpSync(join(root, 'mock/console/generated/bundle'), join(dist, 'lib/generated/bundle'), { recursive: true })
// The pages that a mock serves at `/_mock/docs`.
writeFiles(join(dist, 'lib/generated/site'), await siteFiles(root, { alone: false }))
await bundleDeclarations()
// From which the code reads its version.
writeFiles(dist, { 'package.json': json({ type: 'module', version: manifest.version }) })
for (const [name, schema] of Object.entries(schemas)) writeFiles(dist, { [`schemas/${name}`]: json(schema) })
writeNodeCheck()
for (const name of Object.keys(doors)) writeDoor(name)
for (const [name, file] of Object.entries(manifest.bin)) writeBin(name, file)

async function bundle(): Promise<void> {
  const { output } = await build({
    ...forNode,
    input: { ...doors, ...commands, ...workerEntries },
    output: {
      dir: join(dist, 'lib'),
      chunkFileNames: '[name].js',
      codeSplitting: { groups: [{ name: groupOf, debugName: 'start' }] },
    },
  })
  for (const file of output) {
    if (file.type !== 'chunk') continue
    if (file.isEntry) exported.set(file.name, file.exports)
    writeFiles(join(dist, 'lib'), { [file.fileName]: inAscii(file.code) })
  }
  await bundleCommonJs()
  writeFiles(dist, { 'lib/licenses.txt': licensesOf(output) })
}

/** The same code without other characters: V8 reads ASCII faster, and keeps it in half of the memory. */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** In one or two files, what the mock needs for its start: each file makes it slower. */
function groupOf(id: string, graph: ChunkingContext): string | null {
  neededBy ??= { mock: closureOf(['cli/commands/mock.ts'], graph), light: closureOf(lightModules, graph) }
  if (!neededBy.mock.has(id)) return null
  return neededBy.light.has(id) ? 'common' : 'whole-mock'
}

/** The modules at these paths, with all that they import when they are loaded. */
function closureOf(paths: readonly string[], graph: ChunkingContext): ReadonlySet<string> {
  const all = new Set(paths.map(path => join(root, path)))
  for (const id of all) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) all.add(imported)
  return all
}

/**
 * The same in CommonJS for those who cannot require ES modules, such as Jest: the mock, the contract, and the validator
 * that both forms require.
 */
async function bundleCommonJs(): Promise<void> {
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
  await build({
    ...forNode,
    input: { ...commonJsDoors, ...lateEntries },
    output: { dir: join(dist, 'lib'), format: 'cjs', exports: 'named', ...names },
  })
}

function copyDocuments(folder: string): void {
  for (const name of readdirSync(join(root, folder, 'generated')).filter(name => name.endsWith('.json')))
    writeFiles(join(dist, 'lib/generated'), {
      [name]: JSON.stringify(generated(`${folder}/generated/${name}`)),
    })
}

/** Bundles the declarations of each door, and copies them for CommonJS, for which TypeScript needs separate files. */
async function bundleDeclarations(): Promise<void> {
  const folder = join(dist, 'declarations')
  declare(folder)
  const inputs = Object.entries(declaredDoors).map(([name, file]) => [name, join(folder, file)])
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(inputs),
    // Packages, but not Windows paths.
    external: [/^node:/, /^@?[a-z][^:]*$/],
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    write: false,
    output: { chunkFileNames: '[name].d.ts', entryFileNames: '[name].d.ts' },
  })
  rmSync(folder, { recursive: true })
  for (const file of output) {
    if (file.type !== 'chunk') continue
    const forCommonJs = file.code.replaceAll(/(from ")(\.\/[^"]+)\.js"/g, '$1$2.cjs"')
    const [name, commonJsName] = [file.fileName, file.fileName.replace(/\.ts$/, '.cts')]
    writeFiles(join(dist, 'types'), { [name]: file.code, [commonJsName]: forCommonJs })
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Writes the check of the version of Node for all doors. CommonJS, which every version can read. */
function writeNodeCheck(): void {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? []
  writeFiles(dist, {
    'check-node.cjs': `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  const error = new Error(\`agent-work needs Node ${major}.${minor} or newer, but this is Node \${process.versions.node} (\${process.execPath}).\`)
  error.stack = \`Error: \${error.message}\`
  throw error
}
`,
  })
}

function writeDoor(name: string): void {
  writeFiles(dist, {
    // Imported after the check: modules are linked as a whole, and an older Node lacks some names of its own.
    [`${name}.js`]: `import './check-node.cjs'\nexport const { ${exported.get(name)!.join(', ')} } = await import('./lib/${name}.js')\n`,
    [`${name}.cjs`]: `require('./check-node.cjs')\nmodule.exports = require('./lib/${name}.${name in commonJsDoors ? 'cjs' : 'js'}')\n`,
  })
}

/** Writes a bin that caches compiled code between runs. */
function writeBin(name: string, file: string): void {
  writeFiles(root, {
    [file]: `#!/usr/bin/env node
import * as module from 'node:module'

try {
  await import('../check-node.cjs')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
module.enableCompileCache?.()
await import('../lib/${name}.js')
`,
  })
  chmodSync(join(root, file), 0o755)
}
