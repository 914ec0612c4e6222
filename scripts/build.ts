// `npm run build`: what is published, in dist/. Node strips types only outside node_modules, so a package has to ship
// JavaScript. It is bundled, because opening hundreds of small files is most of what starting would take.
//
//   dist/*.js, *.cjs    the doors: what can be imported and required; they refuse an old Node in plain words
//   dist/bin            the command
//   dist/lib            JavaScript, with the documents that it reads beside it
//   dist/browser        the mock without Node, as files that a page can load
//   dist/types          declarations, a file for each door
//   dist/schemas        JSON schemas of the files that people write and read
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { browserBundle, licensesOf } from './browser-bundle.ts'
import { declare, declaredDoors, doors } from './declarations.ts'
import { siteFiles } from './site/site.ts'

interface Manifest {
  version: string
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  imports: Record<string, string | { default: string }>
  bin: Record<string, string>
  engines: { node: string }
}

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

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

const commands = { 'agent-work': 'cli/main.ts' }

/** Modules that run in a thread of their own. */
const workerEntries = { 'value-worker': 'mock/service/completions/value-worker.ts' }

/** Modules that are required on first use, in CommonJS. */
const lateEntries = {
  validator: 'platform/validator.ts',
  'generated/target-check': 'conformance/target/generated/target-check.cjs',
  'generated/twin-check': 'mock/twin/generated/twin-check.cjs',
  'generated/world-check': 'mock/world-file/generated/world-check.cjs',
}

/** Modules that the build itself imports. */
const schemaEntries = {
  'config-schema': 'mock/cli/config-schema.ts',
  'target-schema': 'conformance/target/target-schema.ts',
  'report-schema': 'conformance/report/report-schema.ts',
  'twin-schema': 'mock/twin/twin-schema.ts',
  'world-schema': 'mock/world-file/shape.ts',
}

type Module = Readonly<Record<string, unknown>>

/** What each entry exports. */
const exported = new Map<string, readonly string[]>()

/** The files in dist/schemas: the module of each, and how to get the schema from it. */
const schemas: Record<string, [entry: keyof typeof schemaEntries, take: (module: Module) => unknown]> = {
  'agent-work-mock.schema.json': ['config-schema', module => (module.configSchema as () => unknown)()],
  'target.schema.json': ['target-schema', module => module.targetSchema],
  'twin.schema.json': ['twin-schema', module => (module.twinSchema as () => unknown)()],
  'report.schema.json': ['report-schema', module => module.reportSchema],
  'world.json': ['world-schema', module => (module.worldSchema as () => unknown)()],
}

/** Folders from which the compiled code reads generated files. */
const documents = [
  'openapi/generated',
  'mock/control/generated',
  'mock/world-file/generated',
  'mock/keep/generated',
  'conformance/target/generated',
  'conformance/report/generated',
]

rmSync(dist, { recursive: true, force: true })
await bundle()
await bundleForBrowsers()
for (const folder of documents) copyDocuments(folder)
cpSync(join(root, 'mock/console/generated/bundle'), join(dist, 'lib/generated/bundle'), { recursive: true })
await writeSite()
await bundleDeclarations()
writeManifest()
await writeSchemas()
writeNodeCheck()
for (const name of Object.keys(doors)) writeDoor(name)
for (const [name, file] of Object.entries(manifest.bin)) writeBin(name, file)

async function bundle(): Promise<void> {
  const bundler = await rolldown({
    cwd: root,
    input: { ...doors, ...commands, ...workerEntries, ...schemaEntries },
    platform: 'node',
    // Old versions of Node must be able to parse the code that reports that they are too old.
    transform: { target: 'es2022' },
    external,
  })
  const { output } = await bundler.write({ dir: join(dist, 'lib'), chunkFileNames: '[name].js' })
  for (const file of output) if (file.type === 'chunk' && file.isEntry) exported.set(file.name, file.exports)
  await bundler.close()
  await bundleCommonJs()
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(dist, 'lib/licenses.txt'), licensesOf(modules))
}

/**
 * The same in CommonJS for those who cannot require ES modules, such as Jest: the mock, the contract, and the validator
 * that both forms require.
 */
async function bundleCommonJs(): Promise<void> {
  const bundler = await rolldown({
    cwd: root,
    input: { ...commonJsDoors, ...lateEntries },
    platform: 'node',
    transform: { target: 'es2022' },
    external,
  })
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
  await bundler.write({ dir: join(dist, 'lib'), format: 'cjs', exports: 'named', ...names })
  await bundler.close()
}

async function bundleForBrowsers(): Promise<void> {
  mkdirSync(join(dist, 'browser'))
  for (const [name, text] of Object.entries(await browserBundle()))
    writeFileSync(join(dist, 'browser', name), text)
}

/** The pages that a mock serves at `/_mock/docs`. */
async function writeSite(): Promise<void> {
  const files = await siteFiles(root, { alone: false })
  for (const [name, content] of Object.entries(files)) {
    const path = join(dist, 'lib/generated/site', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

function copyDocuments(folder: string): void {
  mkdirSync(join(dist, 'lib/generated'), { recursive: true })
  for (const name of readdirSync(join(root, folder)).filter(name => name.endsWith('.json')))
    writeFileSync(
      join(dist, 'lib/generated', name),
      JSON.stringify(JSON.parse(readFileSync(join(root, folder, name), 'utf8'))),
    )
}

/** Bundles the declarations of each door, and copies them for CommonJS, for which TypeScript needs separate files. */
async function bundleDeclarations(): Promise<void> {
  const folder = join(dist, 'declarations')
  declare(folder)
  const inputs = Object.entries(declaredDoors).map(([name, file]) => [name, join(folder, file)])
  const bundler = await rolldown({
    cwd: root,
    input: Object.fromEntries(inputs),
    // Packages, but not Windows paths.
    external: [/^node:/, /^@?[a-z][^:]*$/],
    plugins: [dts({ dtsInput: true, tsconfig: false })],
  })
  const { output } = await bundler.generate({ chunkFileNames: '[name].d.ts', entryFileNames: '[name].d.ts' })
  await bundler.close()
  rmSync(folder, { recursive: true })
  mkdirSync(join(dist, 'types'))
  for (const file of output) {
    if (file.type !== 'chunk') continue
    const path = join(dist, 'types', file.fileName)
    writeFileSync(path, file.code)
    const forCommonJs = file.code.replaceAll(/(from ")(\.\/[^"]+)\.js"/g, '$1$2.cjs"')
    writeFileSync(path.replace(/\.ts$/, '.cts'), forCommonJs)
  }
}

/** Writes the package.json from which the code reads its version. */
function writeManifest(): void {
  const { version } = manifest
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ type: 'module', version }, null, 2)}\n`)
}

/** The schemas are exported by the code that reads such files, so that both always agree. */
async function writeSchemas(): Promise<void> {
  mkdirSync(join(dist, 'schemas'))
  for (const [name, [file, take]] of Object.entries(schemas)) {
    const schema = take(await import(join(dist, 'lib', `${file}.js`)))
    writeFileSync(join(dist, 'schemas', name), `${JSON.stringify(schema, null, 2)}\n`)
  }
}

/** Writes the check of the version of Node for all doors. CommonJS, which every version can read. */
function writeNodeCheck(): void {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? []
  writeFileSync(
    join(dist, 'check-node.cjs'),
    `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  const error = new Error(\`agent-work needs Node ${major}.${minor} or newer, but this is Node \${process.versions.node} (\${process.execPath}).\`)
  error.stack = \`Error: \${error.message}\`
  throw error
}
`,
  )
}

function writeDoor(name: string): void {
  // Imported after the check: modules are linked as a whole, and an older Node lacks some names of its own.
  writeFileSync(
    join(dist, `${name}.js`),
    `import './check-node.cjs'\nexport const { ${exported.get(name)!.join(', ')} } = await import('./lib/${name}.js')\n`,
  )
  writeFileSync(
    join(dist, `${name}.cjs`),
    `require('./check-node.cjs')\nmodule.exports = require('./lib/${name}.${name in commonJsDoors ? 'cjs' : 'js'}')\n`,
  )
}

/** Writes a bin that caches compiled code between runs. */
function writeBin(name: string, file: string): void {
  mkdirSync(join(dist, 'bin'), { recursive: true })
  writeFileSync(
    join(root, file),
    `#!/usr/bin/env node
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
    { mode: 0o755 },
  )
}
