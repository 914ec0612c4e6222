// `npm run clients`: each generator that people use makes a client of the contract, and each client takes the tour of the
// mock. `npm run clients -- kubb orval` runs only those. The packages are in examples/generated-clients, with a lockfile
// of their own.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { document } from '#openapi'
import { readScript, refuse } from '../flags/script.ts'
import { startMockProcess } from './mock-process.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'examples/generated-clients')
const modules = join(folder, 'node_modules')

/** The commands of the generators; the first word is the program. */
const generators: Readonly<Record<string, string>> = {
  'openapi-typescript':
    'openapi-typescript/bin/cli.js generated/openapi.json -o generated/openapi-typescript.ts',
  'hey-api': '@hey-api/openapi-ts/bin/run.js -i ./generated/openapi.json -o generated/hey-api',
  orval: 'orval/dist/bin/orval.mjs --config orval.config.mjs',
  kubb: '@kubb/cli/bin/kubb.cjs generate --config kubb.config.mjs',
  'swagger-typescript-api':
    'swagger-typescript-api/dist/cli.mjs generate -p generated/openapi.json -o generated/swagger-typescript-api -n api.ts',
  'openapi-zod-client':
    'openapi-zod-client/bin.js generated/without-null-in-enums.json -o generated/openapi-zod-client.ts',
}

const wanted = readScript('npm run clients -- [<generator> ...]', {}).words
const unknown = wanted.find(name => !(name in generators))
if (unknown !== undefined)
  refuse(`There is no generator '${unknown}'; there are ${Object.keys(generators).join(', ')}.`)

if (!existsSync(modules)) run('npm', ['ci', '--no-audit', '--no-fund'])
rmSync(join(folder, 'generated'), { recursive: true, force: true })
mkdirSync(join(folder, 'generated'))
copyFileSync(join(root, 'openapi/generated/openapi.json'), join(folder, 'generated/openapi.json'))
writeFileSync(
  join(folder, 'generated/without-null-in-enums.json'),
  JSON.stringify(withoutNullInEnums(document)),
)

const names = wanted.length > 0 ? wanted : Object.keys(generators)
const made = names.filter(name => {
  const [program = '', ...args] = generators[name]!.split(' ')
  return attempt(`${name} generates`, process.execPath, [join(modules, program), ...args])
})
const sound = made.filter(name => attempt(`${name} type-checks`, process.execPath, typeCheckOf(name)))
const mock = await startMockProcess('--clock', 'x600')
const toured: string[] = []
for (const name of sound) {
  const file = await bundled(name)
  const env = { ...process.env, AGENT_WORK_URL: mock.url, AGENT_WORK_KEY: 'awk_demo_member' }
  if (attempt(`${name} takes the tour`, process.execPath, [file], env)) toured.push(name)
}
mock.child.kill()
console.log(`${toured.length} of ${names.length} clients took the tour.`)
process.exitCode = toured.length === names.length ? 0 : 1

/** Converts null in nullable enumerations, for a generator that treats every member as a text. */
function withoutNullInEnums(contract: object): unknown {
  return JSON.parse(JSON.stringify(contract), (name, value) =>
    name === 'enum' && Array.isArray(value) ? value.filter(one => one !== null) : value,
  )
}

/** The command that type-checks one client with its imports. */
function typeCheckOf(name: string): string[] {
  const config = join(folder, `generated/tsconfig.${name}.json`)
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', include: [`../clients/${name}.ts`] }))
  return [join(modules, 'typescript/bin/tsc'), '-p', config]
}

/** Bundles generated code, because its imports lack extensions. */
async function bundled(name: string): Promise<string> {
  const file = join(folder, `generated/${name}.tour.mjs`)
  const input = join(folder, `clients/${name}.ts`)
  await build({ input, platform: 'node', cwd: folder, output: { file, codeSplitting: false } })
  return file
}

/** Runs a step, and prints its output only if it fails. */
function attempt(what: string, program: string, args: readonly string[], env = process.env): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${what}`)
  if (status !== 0) console.log(`${stdout}\n${stderr}`.trim().split('\n').slice(0, 20).join('\n'))
  return status === 0
}

function run(program: string, args: readonly string[]): void {
  if (spawnSync(program, args, { cwd: folder, stdio: 'inherit' }).status !== 0) process.exit(1)
}
