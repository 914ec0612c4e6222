import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseYaml } from '../../platform/yaml.ts'
import { readWorldFile } from '../node/world-files.ts'
import { newFolder } from '../testing/new-folder.ts'
import { WorldError, type WorldProblem } from './index.ts'

const folder = newFolder()
mkdirSync(join(folder, 'inside'))
writeFileSync(join(folder, 'inside/prompt.md'), 'You write quotes.')
writeFileSync(join(folder, 'secret.md'), 'Not yours.')
symlinkSync(join(folder, 'secret.md'), join(folder, 'inside/linked.md'))
writeFileSync(join(folder, 'inside/again.yaml'), 'extends: ./world.yaml')

async function mistakesIn(text: string): Promise<readonly WorldProblem[]> {
  const path = join(folder, 'inside/world.yaml')
  writeFileSync(path, text)
  try {
    await readWorldFile(path)
    return []
  } catch (error) {
    if (error instanceof WorldError) return error.problems
    throw error
  }
}

/** Each with the line and the column of the mistake, and a part of the sentence that says what to do. */
const MISTAKES: readonly (readonly [text: string, at: string, says: string])[] = [
  ['people: [', '1:10', 'within a flow collection'],
  ['people: { ana: { role: admin } }\npeople: {}', '2:1', 'is there twice'],
  ['- people', '1:1', 'a world is a map of members'],
  ['world: 2', '1:8', 'reads world files of version 1'],
  ['poeple: {}', '1:1', 'did you mean people?'],
  ['people: ana', '1:9', "must be an object, but was 'ana'"],
  ['company:\n  teams: {}', '2:3', 'teams stand at the top level'],
  ['company: { plan: busines }', '1:18', 'did you mean business?'],
  ['company: { time_zone: Europe/Madird }', '1:23', 'there is no time zone Europe/Madird'],
  ['company: { time_zone: +02:00 }', '1:23', 'there is no time zone +02:00'],
  ['company: { balance_euros: lots }', '1:27', "must be a number, but was 'lots'"],
  ['extends: quit', '1:10', 'did you mean quiet?'],
  ['extends: ../other.yaml', '1:10', 'files stay inside it'],
  ['extends: ./gone.yaml', '1:10', 'there is no file ./gone.yaml'],
  ['extends: ./again.yaml', '1:10', 'extends this file in turn'],
  ['people: { ana: { role: boss } }', '1:24', 'one of admin, manager, member'],
  ['teams: { sales: Sales }\npeople: { ana: { teams: [sale] } }', '2:26', 'did you mean sales?'],
  ['teams: { sales: Sales }\npeople: { ana: { role: admin, manages: [sales] } }', '2:40', 'only a manager'],
  ['people: { ana: { email: ana } }', '1:25', 'text such as ana@example.com'],
  ['people: { ana: { email: a@b.c }, ben: { email: a@b.c } }', '1:48', 'ana has the address'],
  ['people: { "a b": {} }', '1:11', 'must begin with a letter or a digit'],
  ['people: { ana: !admin {} }', '1:23', 'tags such as !admin are not taken'],
  ['people: &all { ana: *all }', '1:21', 'contains itself'],
  ['keys: { ci: { scopes: all } }', '1:13', 'the member of is missing'],
  ['people: { ana: {} }\nkeys: { ci: anna }', '2:13', 'did you mean ana?'],
  ['people: { ana: {} }\nkeys: { ci: { of: ana, scopes: runs:read } }', '2:32', 'a list such as [runs:read]'],
  ['people: { ana: {} }\nkeys: { ci: { of: ana, scopes: [run:read] } }', '2:33', 'did you mean runs:read?'],
  ['people: { ana: {} }\nkeys: { ci: { of: ana, secret: sk-live-1 } }', '2:32', 'did you mean awk_demo_ci?'],
  [
    'people: { ana: {} }\nkeys: { a: { of: ana, secret: awk_demo_x }, b: { of: ana, secret: awk_demo_x } }',
    '2:67',
    'the key a has the secret',
  ],
  ['models: { big: { in: 3 } }', '1:16', 'the member out is missing'],
  ['agents: { helper: { model: aw-larg } }', '1:28', 'did you mean aw-large?'],
  [
    "agents: { helper: { script: 'ask Which?; finish Used {{anser}}.' } }",
    '1:29',
    'did you mean {{answer}}?',
  ],
  [
    "agents: { helper: { script: [{ do: finish, summary: 'For {{task}}' }] } }",
    '1:29',
    'there is no placeholder {{task}}',
  ],
  ['agents: { helper: { prompt: Help. } }', '1:21', 'did you mean system_prompt?'],
  ['agents: { helper: { system_prompt: { file: promt.md } } }', '1:44', 'there is no file promt.md'],
  ['agents: { helper: { system_prompt: { file: ../secret.md } } }', '1:44', 'files stay inside it'],
  ['agents: { helper: { system_prompt: { file: linked.md } } }', '1:44', 'files stay inside it'],
  ['agents: { helper: { script: "work 5s; finsh Done." } }', '1:29', "there is no step 'finsh Done.'"],
  ['agents: { helper: { script: work 5s } }', '1:29', 'the script never ends'],
  ['agents: { helper: { script: finish Done.; work 5s } }', '1:29', 'must be the last step'],
  [
    'agents:\n  helper:\n    script:\n      - { do: work }\n      - { do: finish, summary: Done. }',
    '4:9',
    'needs the member seconds',
  ],
  [
    'agents: { helper: { script: [{ do: fail, message: No., text: x }] } }',
    '1:62',
    'the step fail takes no text',
  ],
  [
    'people: { ana: {} }\nagents: { helper: { script: approval Pay; finish Paid. } }',
    '2:29',
    'nobody may decide it',
  ],
  [
    'people: { ana: { role: admin }, ben: {} }\nagents: { mine: { owner: ben, visibility: private } }\nworkflows: { offer: { owner: ana, steps: [{ agent: mine }] } }',
    '3:52',
    'mine is private to ben',
  ],
  ['workflows: { offer: { steps: [] } }', '1:30', 'a list of at least 1'],
  [
    'agents: { a: {} }\nworkflows: { offer: { steps: [{ agent: a, gate: Stop }] } }',
    '2:31',
    'this one is both',
  ],
  [
    'people: { ana: {} }\nworkflows: { offer: { steps: [{ gate: Release }] } }',
    '2:31',
    'nobody may decide this gate',
  ],
  [
    'agents: { a: {} }\nworkflows: { offer: { steps: [{ agent: a, approvers: [admin] }] } }',
    '2:54',
    'only gates have approvers',
  ],
  ['boards: { sales: Sales, salaries: Salaries }', '1:35', 'the board sales has the prefix SAL already'],
  ['boards: { sales: { prefix: sal } }', '1:28', 'text such as OPS'],
  ['tasks: [{ status: todo }]', '1:9', 'the member title is missing'],
  ['tasks: [{ title: A, assignee: nobody }]', '1:31', 'there is no person or agent nobody'],
  ['agents: { a: {} }\ntasks: [{ title: A, assignee: a, runs: [completed] }]', '2:40', 'need a history'],
  ['tasks: [{ title: A, approvers: [admin], status: done }]', '1:49', 'before somebody approves it'],
  ['tasks: [{ title: First }, { title: Second, parent: Frist }]', '1:52', 'did you mean First?'],
  ['knowledge: { prices: { documents: { files: prices/*.md } } }', '1:44', 'no file matches prices/*.md'],
  ['knowledge: { prices: { documents: [{ title: A }] } }', '1:36', 'this one has none'],
  ['agents: { a: {} }\nclients: { x: { agents: [a] }, y: { agents: [a] } }', '2:46', 'a works for x already'],
  ['policies: [{ by: bos }]', '1:18', 'there is no person, key or role bos'],
  ['policies: [{ after: soon }]', '1:21', 'a time such as 10m or 2h'],
  ['history: { success: 0.9, failure: 0.2 }', '1:35', 'at most 0.1 beside success 0.9'],
  ['history: { agents: { a: {} } }', '1:25', 'there is no agent a'],
  [
    'agents: { a: {} }\nhistory: { agents: { a: { jobs: [{ task: "Ask {clientt}.", summary: Done. }] } } }',
    '2:42',
    'there is no word clientt',
  ],
  [
    `company: { plan: starter }\npeople: { ${[...'abcdef'].map(name => `${name}: {}`).join(', ')} }`,
    '2:49',
    'the plan starter allows 5 members',
  ],
]

test('every mistake has its line, its column and a hint', async () => {
  expect(MISTAKES.length).toBeGreaterThan(40)
  for (const [text, at, says] of MISTAKES) {
    const [first] = await mistakesIn(text)
    expect.soft(first?.message, text).toContain(says)
    expect.soft(`${first?.place?.line}:${first?.place?.column}`, `${text}\n${first?.message}`).toBe(at)
    expect.soft(first?.place?.file, text).toMatch(/inside\/(world|again)\.yaml$/)
  }
})

test('all mistakes are found at once, in the order of the file, and what follows from one is not another', async () => {
  const problems = await mistakesIn(`teams: 5
people:
  ana: { role: boss, teams: [sales], colour: red, manages: 5, email: a@b.c }
  ben: { email: a@b.c }
agents:
  helper: { owner: anna, model: aw-larg }
`)
  expect(problems.map(({ path }) => path)).toEqual([
    'teams',
    'people.ana.role',
    'people.ana.colour',
    'people.ana.manages',
    'people.ben.email',
    'agents.helper.owner',
    'agents.helper.model',
  ])
})

test('anchors unfold to 10 MB at most', async () => {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `  l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`,
  )
  const [problem, ...more] = await mistakesIn(
    `people:\n  l0: &l0 [${Array(10).fill('lol').join(', ')}]\n${levels.join('\n')}`,
  )
  expect([problem, ...more].some(each => each?.message.includes('more than 10 MB'))).toBe(true)
})

test('what stands in two files of a folder is named, and files are put together', async () => {
  const many = join(folder, 'many')
  mkdirSync(many)
  writeFileSync(join(many, 'people.yaml'), 'people: { ana: { role: admin } }\ntasks: [{ title: One }]')
  writeFileSync(
    join(many, 'work.json'),
    '{ "agents": { "helper": { "owner": "ana" } }, "tasks": [{ "title": "Two" }] }',
  )
  const { world, files } = await readWorldFile(many)
  expect(world.tasks.map(({ title }) => title)).toEqual(['One', 'Two'])
  expect(world.agents.helper).toMatchObject({ owner: 'ana', name: 'Helper', model: 'aw-large' })
  expect(files).toHaveLength(2)
  writeFileSync(join(many, 'again.yaml'), 'people:\n  ana: {}')
  await expect(readWorldFile(many)).rejects.toThrow(/people\.yaml:1:11: people\.ana: stands in two files/)
})

test('a mistake of YAML costs no stack', () => {
  const limit = Error.stackTraceLimit
  expect(parseYaml(`a: "x" ${'{'.repeat(100)}`).mistake).toBeDefined()
  expect(Error.stackTraceLimit).toBe(limit)
})
