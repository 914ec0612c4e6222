import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#openapi'
import { UsageError } from '../../flags/flag.ts'
import { newFolder } from '../testing/new-folder.ts'
import { configSchema } from './config-schema.ts'
import { variableOf } from './environment.ts'
import { mockOptions, readOptions } from './options.ts'
import { settingsByName } from './settings.ts'
import { checkWorld } from './world-flag.ts'

const folder = newFolder()

/** Reads options with a file of that content, if any. */
async function read(
  args: string[],
  env: Record<string, string> = {},
  file?: string,
  name = 'agent-work-mock.yaml',
) {
  const here = mkdtempSync(join(folder, 'case-'))
  if (file !== undefined) writeFileSync(join(here, name), file)
  return readOptions(args, env, here)
}

/** What is said about a mistake. */
async function mistake(...given: Parameters<typeof read>): Promise<string> {
  try {
    await read(...given)
  } catch (error) {
    if (error instanceof UsageError) return error.message.replaceAll('agent-work-mock.', 'file.')
    throw error
  }
  throw new Error('nothing was found wrong')
}

test('a flag wins over the environment, the environment over the file, the file over the default', async () => {
  const file = 'port: 5001\nseed: from the file\nhost: 0.0.0.0\n'
  const env = { AGENT_WORK_MOCK_PORT: '5002', AGENT_WORK_MOCK_SEED: 'from the environment' }
  const reading = await read(['--port', '5003'], env, file)
  expect(mockOptions(reading)).toMatchObject({
    port: 5003,
    seed: 'from the environment',
    host: '0.0.0.0',
  })
})

test('every setting of the file can be said in the environment and on the command line with the same effect', async () => {
  const texts: Record<string, string | [text: string, inFile: string]> = {
    host: ['::1', "'::1'"],
    seed: '007',
    world: writeWorld(),
    clock: 'x60',
    'from-snapshot': writeWorld(),
    twin: writeTwin(),
    gap: [
      'error-body=problem,summary-before-end=absent',
      '{ error-body: problem, summary-before-end: absent }',
    ],
    gaps: 'vary',
    cors: ['http://localhost:5173,http://localhost:6006', '[http://localhost:5173, http://localhost:6006]'],
    'control-origin': ['https://a.example,http://b.example:81', '[https://a.example, http://b.example:81]'],
    'control-key': 'sesame',
    'team-key': ['a=b', '{ a: b }'],
    keep: 'world.db',
    'keep-sync': 'machine',
    shard: 's2',
    peers: 's1=a:1,s2=b:2',
    log: 'off',
    grace: '0.5',
    console: ['off', 'false'],
    'write-env': '.env.mock',
    'in-front-of': ['https://agents.example.com', '"https://agents.example.com"'],
    record: 'calls.jsonl',
    report: 'report.html',
  }
  for (const [name, { schema, placeholder }] of Object.entries(settingsByName)) {
    // A test below has these three, which go together.
    if (schema === undefined || ['cert', 'https', 'key'].includes(name)) continue
    const isSwitch = placeholder === undefined
    const usual = isSwitch ? 'true' : (schema as Schema).type === 'integer' ? '7' : undefined
    const [text = '', inFile = text] = [texts[name] ?? usual ?? 'a text'].flat()
    const fromFile = await read([], {}, `${name}: ${inFile}`)
    const fromEnv = await read([], { [variableOf(name)]: text })
    const flags = name === 'gap' ? text.split(',').map(one => `--gap=${one}`) : [`--${name}=${text}`]
    const fromFlag = await read(isSwitch ? [`--${name}`] : flags)
    expect(mockOptions(fromEnv), name).toEqual(mockOptions(fromFile))
    expect(mockOptions(fromFlag), name).toEqual(mockOptions(fromFile))
    const isOrigins = name === 'cors' || name === 'control-origin'
    expect(isOrigins || fromFlag.values, name).toEqual(isOrigins || fromFile.values)
  }
})

test('a world file is checked: its mistakes are printed, and the status says whether there are some', async () => {
  const path = writeWorld()
  const printed: string[] = []
  expect(await checkWorld(path, text => void printed.push(text))).toBe(0)
  writeFileSync(path, 'people: { ana: { rol: admin } }')
  expect(await checkWorld(path, text => void printed.push(text))).toBe(1)
  expect(printed).toEqual([
    `${path} has no mistakes: 1 person, 0 agents, 0 workflows and 0 tasks.`,
    `${path}:1:18: people.ana.rol: there is no member rol here; did you mean role?`,
  ])
  await expect(read([`--world=${path}`])).rejects.toThrow('did you mean role?')
})

function writeWorld(): string {
  const path = join(folder, 'world.yaml')
  writeFileSync(path, 'people: { ana: { role: admin } }')
  return path
}

function writeTwin(): string {
  const path = join(folder, 'staging.twin.yaml')
  writeFileSync(path, 'twin: 1\nanswers: { error-body: problem }\n')
  return path
}

test('an unknown flag is reported with the one that was probably meant', async () => {
  expect(await mistake(['--prot', '3'])).toBe('there is no flag --prot; did you mean --port?')
  expect(await mistake(['--sede=x'])).toContain('did you mean --seed?')
  expect(await mistake(['--zzzzzzzz'])).toBe('there is no flag --zzzzzzzz.')
  expect(await mistake(['-z', '3'])).toBe('there is no flag -z.')
  expect((await read(['-p', '3'])).values.port).toBe(3)
})

test('a flag without its value, with one too many, and a stray word are reported', async () => {
  expect(await mistake(['--port'])).toBe('--port needs a value: --port <n>')
  expect(await mistake(['--port', '--host', '::1'])).toBe('--port needs a value: --port <n>')
  expect(await mistake(['--watch=1'])).toContain('takes no value')
  expect(await mistake(['start'])).toContain("'start' is not a flag")
})

test('a wrong value is reported with its place and with what fits', async () => {
  expect(await mistake(['--port', '70000'])).toBe("--port takes a number from 0 to 65535, not '70000'.")
  expect(await mistake([], { AGENT_WORK_MOCK_CLOCK: 'fast' })).toBe(
    "AGENT_WORK_MOCK_CLOCK takes real, x60, frozen, or a time such as 2026-11-20T09:00:00Z, not 'fast'.",
  )
  for (const clock of [
    'x-5',
    'x0',
    'x1e308',
    `x${'9'.repeat(400)}`,
    'x1000001',
    '275760-09-13',
    '0001-01-01',
    'may 5',
  ])
    expect(await mistake(['--clock', clock]), clock).toMatch(/takes (real, x60|at most x1000000)/)
  expect(await mistake(['--cors', 'http://a.example/'])).toContain('no slash at the end')
  expect(await mistake(['--gap', 'error-bdy=x'])).toContain('did you mean error-body')
})

test('flags about a twin warn where they have no effect', async () => {
  const { warnings } = await read(['--pace', '--twin-violations'])
  expect(warnings).toEqual(['--twin-violations', '--pace'].map(flag => `${flag} does nothing without --twin`))
  const kept = ['--from-snapshot', writeWorld(), '--keep']
  expect((await read([...kept, join(folder, 'new.db')])).warnings).toEqual([])
  expect((await read([...kept, writeWorld()])).warnings).toEqual([
    expect.stringContaining('--from-snapshot does nothing'),
  ])
  const { warnings: untimed } = await read(['--pace', '--twin', writeTwin()])
  expect(untimed).toEqual([expect.stringContaining('--pace does nothing')])
})

test('all mistakes of a file are reported at once, each with its line and column', async () => {
  const file = `# what our tests need
prot: 4010
port: many
clock:
  - x60
  - frozen
gap:
  error-body: problem
  error-bdy: problem
config: other.yaml
grace: { seconds: 3 }
`
  expect((await mistake([], {}, file)).split('\n')).toEqual([
    "file.yaml:2:1: there is no setting 'prot'; did you mean port?",
    "file.yaml:3:7: port takes a number from 0 to 65535, not 'many'.",
    'file.yaml:5:3: clock takes one value, not a list or map.',
    expect.stringContaining("file.yaml:9:3: gap error-bdy=problem: there is no gap 'error-bdy'"),
    'file.yaml:10:1: config can be said on the command line only',
    "file.yaml:11:10: grace takes seconds, such as 10 or 0.5, not 'seconds=3'.",
  ])
})

test('a file that is not YAML, not a map, or missing is reported', async () => {
  expect(await mistake([], {}, 'port: 1\n  host: [')).toMatch(/^file\.yaml:\d+:\d+: /)
  expect(await mistake([], {}, 'port: 1\nport: 2\n')).toContain('file.yaml:2:1: port is there twice')
  expect(await mistake([], {}, '- port')).toContain('the file must be a map of settings')
  expect(await mistake(['--config', join(folder, 'none.yaml')])).toContain('there is no such file')
})

test('JSON is as good as YAML, and may name its schema', async () => {
  const file = '{\n  "$schema": "./node_modules/agent-work/agent-work-mock.schema.json",\n  "port": 4011\n}'
  const { values, files } = await read([], {}, file, 'agent-work-mock.json')
  expect(values.port).toBe(4011)
  expect(files).toHaveLength(1)
  expect(await mistake([], {}, '{ "port": 4011,\n  "hots": "::1" }', 'agent-work-mock.json')).toBe(
    "file.json:2:3: there is no setting 'hots'; did you mean host?",
  )
})

test('an empty file, and empty values, say nothing', async () => {
  expect((await read([], {}, '')).values.port).toBeUndefined()
  expect((await read([], {}, 'port:\nseed: x\n')).values).toMatchObject({ port: undefined, seed: 'x' })
})

test('a variable that seems misspelled is warned of, and what Kubernetes sets is passed over', async () => {
  const { warnings, values } = await read([], {
    AGENT_WORK_MOCK_PROT: '1',
    AGENT_WORK_MOCK_PORT: 'tcp://10.0.0.1:4010',
    AGENT_WORK_MOCK_PORT_4010_TCP_ADDR: '10.0.0.1',
  })
  expect(warnings).toEqual(['AGENT_WORK_MOCK_PROT is not a setting; did you mean AGENT_WORK_MOCK_PORT?'])
  expect(values.port).toBeUndefined()
})

test('a switch of the file can be taken back on the command line', async () => {
  expect((await read(['--no-watch'], {}, 'watch: true')).values.watch).toBe(false)
})

test('the schema for editors and the reader agree', async () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(configSchema())
  const fit = [
    'port: 0',
    'clock: x60',
    'gap: { error-body: problem }',
    'cors: "*"',
    'cors: [http://a.example]',
    'watch: true',
    'grace: 0.5',
    'gaps: vary',
    'seed: 7',
  ]
  const unfit = [
    'port: -1',
    'port: many',
    'prot: 1',
    'gap: { error-body: x }',
    'watch: maybe',
    'log: xml',
    'grace: soon',
    'config: x',
  ]
  for (const file of fit) {
    expect(validate(parse(file)), file).toBe(true)
    await read([], {}, file)
  }
  for (const file of unfit) {
    expect(validate(parse(file)), file).toBe(false)
    await mistake([], {}, file)
  }
})

test('--cert and --key are a pair of PEM files; --https makes one and keeps it', async () => {
  const env = { XDG_STATE_HOME: join(folder, 'state') }
  const kept = join(folder, 'state/agent-work/localhost-key.pem')
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, '', { mode: 0o644 })
  const { https } = await read(['--https'], env)
  // Only its owner may read the key, also where another file stood before.
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect((await read([], env, 'https: true')).https).toEqual(https)
  expect((await read([], { ...env, AGENT_WORK_MOCK_HTTPS: 'true' })).https).toEqual(https)
  const elsewhere = await read(['--https', '--host', '192.0.2.7'], env)
  expect(elsewhere.https?.cert).not.toBe(https!.cert)
  const [cert, key, words] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'words.pem')]
  writeFileSync(cert, https!.cert)
  writeFileSync(key, https!.key)
  writeFileSync(words, 'words')
  expect((await read(['--cert', cert, '--key', key])).https).toMatchObject({
    cert: https!.cert,
    trusted: undefined,
  })
  const says = (...args: string[]) => mistake(args, env)
  expect(await says('--cert', cert)).toContain('add --key')
  expect(await says('--key', key)).toContain('add --cert')
  expect(await says('--cert', cert, '--key', join(folder, 'none.pem'))).toContain('there is no such file')
  expect(await says('--cert', words, '--key', key)).toContain('must be a certificate in PEM')
  expect(await says('--cert', cert, '--key', words)).toContain('must be a private key in PEM')
  writeFileSync(key, elsewhere.https!.key)
  expect(await says('--cert', cert, '--key', key)).toContain('is not the key of the certificate')
  writeFileSync(join(folder, 'state-file'), '')
  expect(await mistake(['--https'], { XDG_STATE_HOME: join(folder, 'state-file') })).toContain(
    '--https cannot write its certificate',
  )
  expect(await says('--from-snapshot', join(folder, 'none'))).toContain('there is no such file')
})
