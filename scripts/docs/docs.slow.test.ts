// Every fenced block of README and docs is run, type-checked or validated, and every counted figure is counted again.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Mock, startMock, twinInYaml, type WorldSource } from '#mock'

import { commandNames } from '../../cli/commands.ts'
import { runLine } from '../../cli/testing/run-command.ts'
import { thirdParty } from '../../evaluation/third-party/install.ts'
import manifest from '../../package.json' with { type: 'json' }
import {
  type Block,
  blocksOf,
  brokenLinks,
  commandsOf,
  differenceFrom,
  pagesOf,
  programOf,
  programsOf,
} from './blocks.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'reports/docs')
const pages = pagesOf(root)
const blocks = pages.flatMap(page => blocksOf(root, page))
const { all: programs, runnable } = programsOf(blocks)
/** What a program may ask of the command line. */
const helpers = `import { logLineOf, outputOf } from '../../scripts/docs/command.ts'`
let mock: Mock
/** A mock whose runs end soon, for programs in other languages. */
let quickMock: Mock

/** What runs a file of another language. */
const runners: Record<string, { readonly file: string; readonly command: readonly [string, ...string[]] }> = {
  python: { file: 'program.py', command: ['python3'] },
  go: { file: 'program.go', command: ['go', 'run'] },
}

beforeAll(async () => {
  mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  quickMock = await startMock({ clock: { scale: 600 } })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Some programs use software of others.
  symlinkSync(thirdParty(''), join(folder, 'node_modules'), 'junction')
  for (const block of programs) writeFileSync(fileOf(block), programOf(block, helpers))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { incremental: false, noUncheckedIndexedAccess: false },
      include: ['*.ts'],
    }),
  )
})

afterAll(async () => {
  await mock.stop()
  await quickMock.stop()
})

test('TypeScript type-checks', async () => {
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

describe.each(byPlace(() => true, runnable))('%s', (_, block) => {
  test('runs, and shows what is printed', async () => {
    const { default: program } = (await import(fileOf(block))) as { default: () => Promise<unknown> }
    const value = await program()
    if (block.shows !== undefined)
      expect(differenceFrom(block.text, value), `${block.place} is out of date`).toBeUndefined()
  })
})

describe.each(byPlace(block => isShell(block.language) && commandsOf(block).length > 0))('%s', (_, block) => {
  test.each(commandsOf(block))('%s', async command => {
    if (command.startsWith('curl ')) await runCurl(command)
    else expect(await unknownIn(command), command).toEqual([])
  })
})

describe.each(byPlace(({ language }) => language in runners))('%s', (_, { language, text }) => {
  const { file, command } = runners[language]!
  const [program, ...args] = command
  const isThere = spawnSync(program, [language === 'go' ? 'version' : '--version']).status === 0
  test.skipIf(!isThere)(`runs with ${program}`, async () => {
    const path = join(folder, file)
    writeFileSync(path, text)
    await using workspace = quickMock.workspace({ from: 'quiet' })
    const env = { ...process.env, AGENT_WORK_URL: quickMock.url, AGENT_WORK_KEY: workspace.keys.member }
    const { stdout } = await promisify(execFile)(program, [...args, path], { env })
    // Every tutorial ends in something finished.
    expect(stdout).toMatch(/^completed \S/m)
  })
})

test.each(byPlace(({ language }) => language === 'yaml'))('%s is valid', async (_, { text }) => {
  const value = parse(text) as unknown
  if (/\$schema=\S*\/world\.json/.test(text)) {
    await using own = await startMock({ world: parse(text) as WorldSource })
    expect(own.demo.keys).not.toEqual({})
    return
  }
  const [, schema] = /\$schema=\S*?([\w-]+)\.schema\.json/.exec(text) ?? []
  if (schema === undefined) expect(value).toBeTypeOf('object')
  else if (schema === 'twin') await twinInYaml(text, 'the page')
  else {
    expect(issuesOf(await schemaOf(schema), value)).toEqual([])
  }
})

test.each(byPlace(({ language }) => language === ''))(
  '%s names folders and files that exist',
  (_, { text }) => {
    expect(pathsOf(text).filter(path => !existsSync(join(root, path)))).toEqual([])
  },
)

test('every block is checked in one of these ways', () => {
  const unchecked = blocks.filter(
    ({ language, shows }) =>
      !isShell(language) &&
      !['ts', 'yaml', '', ...Object.keys(runners)].includes(language) &&
      shows === undefined,
  )
  expect(
    unchecked.map(({ place, language }) => `${place} ${language}`),
    'use ts, sh, yaml, python or go, no language for a tree of files, or put <!-- shows … --> before it',
  ).toEqual([])
})

test('every relative link leads to a file, and every anchor to a heading', () => {
  expect(brokenLinks(root, pages)).toEqual([])
})

// A figure in prose would be one more place to edit for each new operation, requirement or gap.
test('no page counts what the contract and its registers list', () => {
  const counted = pages.flatMap(page => {
    const text = readFileSync(join(root, page), 'utf8')
    const figures = text.matchAll(/\d+\s+(?:operations|requirements\s+of\s+the\s+specification|gaps)\b/g)
    return [...figures].map(([figure]) => `${page}: ${figure}`)
  })
  expect(counted).toEqual([])
})

function byPlace(isWanted: (block: Block) => boolean, all: readonly Block[] = blocks) {
  return all.filter(isWanted).map(block => [block.place, block] as const)
}

/** The paths of a tree of files: an indented line is in the folder above it. */
function pathsOf(tree: string): string[] {
  let folder = ''
  return tree.split('\n').flatMap(line => {
    const isInside = /^\s/.test(line)
    const names = (line.trim().replace(/<.*/, '').split(/ {2,}/)[0] ?? '')
      .split(' ')
      .filter(name => /[/.]/.test(name))
    if (!isInside && names.length === 1) folder = names[0] ?? ''
    return names.map(name => (isInside ? `${folder}${name}` : name))
  })
}

function isShell(language: string): boolean {
  return language === 'sh' || language === 'console'
}

function fileOf({ place }: Block): string {
  return join(folder, `${place.replaceAll(/\W/g, '-')}.ts`)
}

async function runCurl(command: string): Promise<void> {
  // A stream has no end.
  if (command.includes(' -N ')) return
  const own = command
    .replace('curl ', 'curl --silent --show-error --fail-with-body ')
    .replaceAll('http://127.0.0.1:4010', mock.url)
    .replace(/ > \S+$/, '')
  await promisify(execFile)('sh', ['-c', own], { cwd: folder })
}

/** The scripts, files and flags of a command that do not exist. */
async function unknownIn(command: string): Promise<string[]> {
  const parts = command.replace(/ &$/, '').split(' && ')
  return (await Promise.all(parts.map(unknownInPart))).flat()
}

async function unknownInPart(part: string): Promise<string[]> {
  const words = part.trim().split(/\s+/)
  const [program = '', second = '', third = ''] = words
  if (program === 'npm' && ['ci', 'install', 'pack'].includes(second)) return []
  if (program === 'npm' && (second === 'run' || second in manifest.scripts)) {
    const script = second === 'run' ? third : second
    return [
      ...(script in manifest.scripts ? [] : [`script ${script}`]),
      ...(await unknownFlags(script, words)),
    ]
  }
  if (program === 'npx' || program === 'agent-work')
    return unknownFlags(words.find(word => /^(agent-work|vitest|tsc)$/.test(word)) ?? program, words)
  return ['docker', 'export', 'git', 'sqlite3'].includes(program) ? [] : [`command ${program}`]
}

/** The flags that the command has not; those of other programs are not known. */
async function unknownFlags(program: string, words: readonly string[]): Promise<string[]> {
  if (!['start', 'agent-work', 'conformance'].includes(program)) return []
  const named = words[words.indexOf(program) + 1]
  const command = program === 'conformance' ? program : (commandNames.find(name => name === named) ?? 'mock')
  const { out: help } = await runLine([command, '--help'])
  return words
    .filter(word => word.startsWith('--') && word !== '--')
    .map(word => word.split('=')[0] ?? '')
    .filter(flag => !['--no'].includes(flag) && !help.includes(flag))
    .map(flag => `${program} ${flag}`)
}

/** The schema of a file that people write, from the code that reads such files. */
async function schemaOf(name: string): Promise<object> {
  const path = name === 'target' ? 'conformance/target/target-schema.ts' : 'mock/cli/config-schema.ts'
  const { targetSchema, configSchema } = await import(join(root, path))
  return targetSchema ?? configSchema()
}

function issuesOf(schema: object, value: unknown): unknown[] {
  const check = new Ajv2020({ strict: false, allErrors: true }).compile(schema)
  return check(value) ? [] : check.errors!
}
