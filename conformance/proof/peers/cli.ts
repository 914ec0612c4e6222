/** npm run proof:peers: what other tools notice of a sample of the same mutants, and of the same lawful variants. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from '../../index.ts'
import { tryToKill } from '../kill.ts'
import { catalogue } from '../mutants/index.ts'
import { type Deviation, openStage, type World } from '../stage.ts'
import { variants } from '../variants.ts'
import { contractWithExamples, type Sent, session } from './traffic.ts'
import { openWindow, PEER_KEY } from './window.ts'

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '60' },
    variants: { type: 'string', default: '20' },
    /** The folder in which `npm i specmatic` was run; without one Specmatic is left out, since each of its runs takes a minute. */
    specmatic: { type: 'string' },
    'specmatic-mutants': { type: 'string', default: '6' },
    /** The folder in which `npm i @apideck/portman tslib` was run; without one Portman is left out. */
    portman: { type: 'string' },
  },
})

/** What a tool has against a deployment, as names that can be compared with those of the clean mock. */
type Judge = () => Promise<Set<string>>

interface Subject {
  readonly id: string
  readonly make: Deviation | ((world: World) => Deviation)
  readonly lawful: boolean
  readonly ours: () => Promise<boolean>
}

await using stage = await openStage(300)
await using window = await openWindow()
const folder = mkdtempSync(join(tmpdir(), 'agent-work-peers-'))

const every = <Item>(items: readonly Item[], wanted: number) => {
  const step = Math.max(1, Math.floor(items.length / wanted))
  return items.filter((_, n) => n % step === Math.floor(step / 2)).slice(0, wanted)
}
const subjects: Subject[] = [
  ...every(catalogue, Number(values.mutants)).map(mutant => ({
    id: mutant.id,
    make: mutant.make,
    lawful: false,
    ours: async () => (await tryToKill(stage, mutant)).verdict === 'violated',
  })),
  ...every(
    variants.filter(({ target }) => target === undefined),
    Number(values.variants),
  ).map(({ id, deviation = {} }) => ({
    id,
    make: deviation,
    lawful: true,
    ours: async () => {
      using deployment = stage.open(deviation)
      const report = await run(deployment.target, { journal: false, skipRateLimit: true })
      return report.counts.violated > 0
    },
  })),
]

/** Everything about one deployment, from the same first state. */
async function judged(make: Subject['make'], judge: (world: World) => Judge): Promise<Set<string>> {
  using deployment = stage.open(make)
  window.show(deployment)
  return await judge(deployment.world)()
}

const prism = await startPrism()
const recorded = new Map<string, number>()
const byPrism =
  (world: World): Judge =>
  async () =>
    replay(session(world), prism.url)
const byPortman =
  (world: World): Judge =>
  async () =>
    portman(world)
const bySpecmatic =
  (world: World): Judge =>
  async () =>
    specmatic(world)

try {
  const clean = await judged({}, byPrism)
  const again = await judged({}, byPrism)
  if (clean.size > recorded.size / 10)
    throw new Error(`Prism is not green on the clean mock: ${[...clean].slice(0, 5).join('; ')}`)
  const cleanSpecmatic = values.specmatic ? await judged({}, bySpecmatic) : undefined
  const cleanPortman = values.portman
    ? new Set([...(await judged({}, byPortman)), ...(await judged({}, byPortman))])
    : undefined
  const rows: Row[] = []
  let left = {
    mutants: Number(values['specmatic-mutants']),
    variants: Math.ceil(Number(values['specmatic-mutants']) / 3),
  }
  for (const subject of subjects) {
    const found = await judged(subject.make, byPrism)
    const mine = await subject.ours()
    const kind = subject.lawful ? 'variants' : 'mutants'
    let other: boolean | undefined
    if (cleanSpecmatic && left[kind] > 0 && rows.length % 5 === 0) {
      left = { ...left, [kind]: left[kind] - 1 }
      other = [...(await judged(subject.make, bySpecmatic))].some(name => !cleanSpecmatic.has(name))
    }
    rows.push({
      id: subject.id,
      lawful: subject.lawful,
      ours: mine,
      prism: [...found].some(name => !clean.has(name) && !again.has(name)),
      portman:
        cleanPortman && [...(await judged(subject.make, byPortman))].some(name => !cleanPortman.has(name)),
      specmatic: other,
    })
    process.stderr.write(`${rows.length} of ${subjects.length}\n`)
  }
  const text = tableOf(rows)
  process.stdout.write(text)
  publish(text)
} finally {
  prism.stop()
}

/** Replays the session through Prism; what Prism says, and every status that is not the recorded one. */
async function replay(sent: readonly Sent[], url: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { what, method, path, body, key } of sent) {
    const secret = key === 'right' ? PEER_KEY : 'sk-nobody-knows-this-key'
    const reply = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== 'none' && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    }).catch(() => undefined)
    await reply?.arrayBuffer().catch(() => undefined)
    const said = reply?.headers.get('sl-violations') ?? ''
    const against = /"location":\["response/.test(said) || (reply?.status === 500 && said !== '')
    if (against) found.add(`${what}: the reply does not fit the contract`)
    const status = reply?.status ?? 0
    if (!recorded.has(what)) recorded.set(what, status)
    else if (recorded.get(what) !== status) found.add(`${what}: ${status} instead of ${recorded.get(what)}`)
  }
  return found
}

async function startPrism() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  using deployment = stage.open()
  const file = join(folder, 'contract.json')
  writeFileSync(file, JSON.stringify(contractWithExamples(deployment.world, window.url)))
  const program = fileURLToPath(
    new URL('../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
  )
  const flags = ['proxy', file, window.url, '--validate-request=false', '--port', String(port)]
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise<void>(resolve => {
    child.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('Prism is listening')) resolve()
    })
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

/** One run of the collection that Portman makes of the contract; the names of the assertions that failed. */
async function portman(world: World): Promise<Set<string>> {
  const at = (path: string) => join(values.portman ?? '', 'node_modules', path)
  const collection = join(folder, 'collection.json')
  if (!existsSync(collection)) {
    const [contract, config] = [join(folder, 'portman-contract.json'), join(folder, 'portman.json')]
    writeFileSync(contract, JSON.stringify(contractWithExamples(world, window.url)))
    const checks = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation']
    const contractTests = [
      { openApiOperation: '*::/*', ...Object.fromEntries(checks.map(name => [name, { enabled: true }])) },
    ]
    writeFileSync(config, JSON.stringify({ version: 1, tests: { contractTests } }))
    const flags = ['-l', contract, '-b', window.url, '-c', config, '-o', collection, '--runNewman', 'false']
    await once(
      spawn(process.execPath, [at('@apideck/portman/bin/portman'), ...flags], {
        stdio: 'ignore',
        cwd: folder,
      }),
      'exit',
    )
  }
  const file = join(folder, 'newman.json')
  const variables = ['--env-var', `baseUrl=${window.url}`, '--env-var', `bearerToken=${PEER_KEY}`]
  const report = ['--reporters', 'json', '--reporter-json-export', file]
  await once(
    spawn(process.execPath, [at('newman/bin/newman.js'), 'run', collection, ...variables, ...report], {
      stdio: 'ignore',
    }),
    'exit',
  )
  const { run: told } = JSON.parse(readFileSync(file, 'utf8')) as {
    run: { failures: { error: { test?: string; message: string } }[] }
  }
  return new Set(told.failures.map(({ error }) => error.test ?? error.message))
}

interface Row {
  readonly id: string
  readonly lawful: boolean
  readonly ours: boolean
  readonly prism: boolean
  readonly portman: boolean | undefined
  readonly specmatic: boolean | undefined
}

/** One run of Specmatic; the names of the tests that failed. */
async function specmatic(world: World): Promise<Set<string>> {
  const file = join(folder, 'specmatic.json')
  writeFileSync(file, JSON.stringify(contractWithExamples(world, window.url)))
  const jar = join(values.specmatic ?? '', 'node_modules/specmatic/specmatic.jar')
  if (!existsSync(jar)) throw new Error(`there is no ${jar}; run npm i specmatic there`)
  const child = spawn(
    'java',
    ['-jar', jar, 'test', file, `--testBaseURL=${window.url}`, '--timeout-in-ms=5000'],
    {
      env: { ...process.env, MAX_TEST_REQUEST_COMBINATIONS: '1', apiKey: PEER_KEY },
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: folder,
    },
  )
  let text = ''
  child.stdout.on('data', (part: Buffer) => {
    text += String(part)
  })
  await once(child, 'exit')
  const failed = text.matchAll(/^Scenario: (.+?) has FAILED|^\s*Scenario: (.+?)$/gm)
  return new Set([...failed].map(found => (found[1] ?? found[2] ?? '').replaceAll(/'[^']*'/g, '')))
}

function tableOf(rows: readonly Row[]): string {
  const count = (lawful: boolean, tool: 'ours' | 'prism' | 'portman' | 'specmatic') => {
    const asked = rows.filter(row => row.lawful === lawful && row[tool] !== undefined)
    return `${asked.filter(row => row[tool]).length} of ${asked.length}`
  }
  const mark = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no')
  return [
    '',
    '| | this suite | Prism and a replayed session | Portman | Specmatic |',
    '|---|---:|---:|---:|---:|',
    `| mutants noticed | ${count(false, 'ours')} | ${count(false, 'prism')} | ${values.portman ? count(false, 'portman') : 'not run'} | ${values.specmatic ? count(false, 'specmatic') : 'not run'} |`,
    `| false alarms on lawful variants | ${count(true, 'ours')} | ${count(true, 'prism')} | ${values.portman ? count(true, 'portman') : 'not run'} | ${values.specmatic ? count(true, 'specmatic') : 'not run'} |`,
    '',
    '| mutant or variant | this suite | Prism | Portman | Specmatic |',
    '|---|---|---|---|---|',
    ...rows.map(
      row =>
        `| ${row.id} | ${mark(row.ours)} | ${mark(row.prism)} | ${mark(row.portman)} | ${mark(row.specmatic)} |`,
    ),
    '',
  ].join('\n')
}

/** The page of the proof keeps the table behind its own mark. */
function publish(text: string) {
  const file = fileURLToPath(new URL('./table.md', import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const page = fileURLToPath(new URL('../../../docs/proof.md', import.meta.url))
  if (!existsSync(page)) return
  const [before = ''] = readFileSync(page, 'utf8').split('\n## Against other tools')
  writeFileSync(
    page,
    `${before}\n## Against other tools\n${readFileSync(new URL('./about.md', import.meta.url), 'utf8')}${text}`,
  )
}
