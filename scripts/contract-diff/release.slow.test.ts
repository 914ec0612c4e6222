import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'

const root = join(import.meta.dirname, '../..')
const folder = newFolder()
for (const name of ['openapi.yaml', 'resources', 'shared', 'CHANGELOG.md'])
  cpSync(join(root, 'openapi', name), join(folder, name), { recursive: true })

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

function edit(name: string, from: string, to: string): void {
  expect(read(name)).toContain(from)
  writeFileSync(join(folder, name), read(name).replace(from, to))
}

/** Compares the copy of the contract with the original. */
function run(flag: string, after = join(folder, 'openapi.yaml')) {
  const args = [join(root, 'scripts/contract-diff.ts'), 'openapi/openapi.yaml', after, flag]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return { status, says: stdout + stderr }
}

test('version and changelog follow from the changes since the last release, and the check says if they do not', () => {
  const { version: was } = JSON.parse(readFileSync(join(root, 'openapi/generated/openapi.json'), 'utf8')).info
  const [major, minor, patch] = was.split('.').map(Number)
  const [textual, additive, breaking] = [
    `${major}.${minor}.${patch + 1}`,
    `${major}.${minor + 1}.0`,
    `${major + 1}.0.0`,
  ]
  expect(run('--check')).toEqual({ status: 0, says: `The version ${was} is right: nothing has changed.\n` })

  edit('resources/tasks.yaml', 'One condition that the result has to meet.', 'A condition.')
  expect(run('--check')).toMatchObject({
    status: 1,
    says: expect.stringContaining(
      `info.version must be ${textual}, because only texts differ, but is ${was}.`,
    ),
  })
  expect(run('--release').status).toBe(0)
  expect(read('openapi.yaml')).toContain(`  title: Agent Work Service\n  version: ${textual}\n  summary:`)
  expect(run('--check')).toEqual({
    status: 0,
    says: `The version ${textual} is right: only texts differ.\n`,
  })

  edit(
    'resources/tasks.yaml',
    '      executor_kind?: {',
    '      effort?: { type: integer }\n      executor_kind?: {',
  )
  expect(run('--check').says).toContain(`must be ${additive}, because clients can notice it`)
  edit('openapi.yaml', `version: ${textual}`, `version: ${additive}`)
  expect(run('--check').says).toContain(`CHANGELOG.md has no section ## ${additive}.`)
  edit('openapi.yaml', `version: ${additive}`, `version: ${textual}`)
  edit('resources/runs.yaml', '- name: offset\n', '- name: skip\n')
  expect(run('--release').says).toContain(
    `The contract is ${breaking} now, because something breaks clients.`,
  )
  const [head, newest, ...older] = read('CHANGELOG.md').split(/^(?=## )/m)
  expect(head).toBe(readFileSync(join(root, 'openapi/CHANGELOG.md'), 'utf8').split(/^(?=## )/m)[0])
  expect(newest).toBe(`## ${breaking}

### Breaks clients

- query offset is gone. (listRuns)

### Adds

- query skip is a new optional parameter. (listRuns)
- TaskCreate.effort is a new optional field. (createTask)

`)
  // The section of the earlier run, which was for the same release, is gone.
  expect(older.join('')).toBe(`## ${was}${read('CHANGELOG.md').split(`## ${was}`)[1]}`)
  expect(run('--check').status).toBe(0)
})

test('a bundle has no version to write', () => {
  expect(run('--release', 'openapi/generated/openapi.json')).toEqual({
    status: 2,
    says: '--release and --check need the YAML of the contract, but openapi/generated/openapi.json is none.\n',
  })
})
