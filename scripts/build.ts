// `npm run build`: what is published, in dist/. Node strips types only outside node_modules, so a package has to ship
// JavaScript. It is bundled, because opening hundreds of small files is most of what starting would take.
//
//   dist/bin        the commands
//   dist/lib        JavaScript, with the documents that it reads beside it
//   dist/types      declarations, file by file
//   dist/schemas    JSON schemas of the files that people write and read
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

interface Manifest {
  version: string
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  imports: Record<string, string>
  bin: Record<string, string>
}

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** What is installed beside the package; everything else goes into it. */
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** What can be imported or run, by the name of its file in dist/lib. */
const entries = {
  mock: 'mock/index.ts',
  vitest: 'mock/vitest.ts',
  conformance: 'conformance/index.ts',
  openapi: 'openapi/index.ts',
  'agent-work-mock': 'mock/cli/main.ts',
  'agent-work-conformance': 'conformance/cli.ts',
}

/** What is run by its path, in a thread of its own. */
const workerEntries = { 'value-worker': 'mock/service/completions/value-worker.ts' }

/** Entries that the build itself looks into. */
const schemaEntries = {
  'config-schema': 'mock/cli/config-schema.ts',
  'target-schema': 'conformance/target/target-schema.ts',
  'report-schema': 'conformance/report/report-schema.ts',
}

type Module = Readonly<Record<string, unknown>>

/** The files in dist/schemas: the entry that has each, and how it is got from there. */
const schemas: Record<string, [entry: keyof typeof schemaEntries, take: (module: Module) => unknown]> = {
  'agent-work-mock.schema.json': ['config-schema', module => (module.configSchema as () => unknown)()],
  'target.schema.json': ['target-schema', module => module.targetSchema],
  'report.schema.json': ['report-schema', module => module.reportSchema],
}

/** What the compiled code reads from `generated/` beside itself. */
const documents = ['openapi/generated', 'mock/control/generated']

rmSync(dist, { recursive: true, force: true })
await bundle()
for (const folder of documents) copyDocuments(folder)
cpSync(join(root, 'mock/console/generated/bundle'), join(dist, 'lib/generated/bundle'), { recursive: true })
declare()
writeManifest()
await writeSchemas()
for (const [name, file] of Object.entries(manifest.bin)) writeBin(name, file)

async function bundle(): Promise<void> {
  const bundler = await rolldown({
    cwd: root,
    input: { ...entries, ...workerEntries, ...schemaEntries },
    platform: 'node',
    external: [/^node:/, ...packages.map(name => new RegExp(`^${name}(/|$)`))],
  })
  await bundler.write({ dir: join(dist, 'lib'), chunkFileNames: '[name].js' })
  await bundler.close()
}

function copyDocuments(folder: string): void {
  mkdirSync(join(dist, 'lib/generated'), { recursive: true })
  for (const name of readdirSync(join(root, folder)).filter(name => name.endsWith('.json')))
    copyFileSync(join(root, folder, name), join(dist, 'lib/generated', name))
}

/** The declarations of what the entries lead to, and of nothing else. */
function declare(): void {
  const config = join(dist, 'tsconfig.json')
  const files = Object.values(entries).map(file => join(root, file))
  // Whether the types hold is for `npm run check`; here it would be most of the time.
  const compilerOptions = { noCheck: true }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.build.json'), compilerOptions, files }),
  )
  const tsc = [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config]
  const { status } = spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' })
  rmSync(config)
  if (status !== 0) process.exit(1)
}

/** `#openapi` and its like mean the declarations for whoever stands inside dist/. */
function writeManifest(): void {
  const imports = Object.fromEntries(
    Object.entries(manifest.imports).map(([name, path]) => {
      const types = path.replace('./', './types/').replace(/\.ts$/, '.d.ts')
      return [name, { types }]
    }),
  )
  const { version } = manifest
  writeFileSync(
    join(dist, 'package.json'),
    `${JSON.stringify({ type: 'module', version, imports }, null, 2)}\n`,
  )
}

/** The schemas are values of the code that reads such files, so that the two cannot differ. */
async function writeSchemas(): Promise<void> {
  mkdirSync(join(dist, 'schemas'))
  for (const [name, [file, take]] of Object.entries(schemas)) {
    const schema = take(await import(join(dist, 'lib', `${file}.js`)))
    writeFileSync(join(dist, 'schemas', name), `${JSON.stringify(schema, null, 2)}\n`)
  }
}

/** A bin that refuses an old Node in plain words, and keeps compiled code between runs. */
function writeBin(name: string, file: string): void {
  mkdirSync(join(dist, 'bin'), { recursive: true })
  writeFileSync(
    join(root, file),
    `#!/usr/bin/env node
import * as module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 18)) {
  console.error(\`${name} needs Node 24.18 or newer, but this is Node \${process.versions.node} (\${process.execPath}).\`)
  process.exit(1)
}
module.enableCompileCache?.()
await import('../lib/${name}.js')
`,
    { mode: 0o755 },
  )
}
