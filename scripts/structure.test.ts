import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)

/** The lines of some files that match, as `file:line text`. */
function linesWith(pattern: RegExp, chosen: (file: string) => boolean): string[] {
  return files.filter(chosen).flatMap(file =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
}

/** Empty for a file that was just removed. */
function read(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}

const source = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts')

test('time and chance come from mock/simulation alone, so that a seed replays a failure', () => {
  const pattern =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(UUID|Bytes|Int)\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\.now\b/
  const chosen = (file: string) =>
    source(file) &&
    file.startsWith('mock/') &&
    !/^mock\/(simulation|testing|console\/(?!index\.ts))/.test(file)
  expect(
    linesWith(pattern, chosen),
    'take the time from the clock and chance from the random of the workspace',
  ).toEqual([])
})

test('what a user may run writes files by one function, which lets nobody else read them', () => {
  const writes = linesWith(
    /\b((write|append|copy)File|cp)Sync\(|createWriteStream\(|openSync\([^)]*'[aw]|O_CREAT/,
    file =>
      source(file) &&
      /^(flags|cli|mock|conformance|twin|openapi|platform|watch)\//.test(file) &&
      !file.includes('/testing/'),
  )
  const others = writes.map(line => line.split(':')[0]!).filter(file => file !== 'flags/files.ts')
  // The kept file and its note, which mock/keep/keep.test.ts looks at; a copy in a private folder; the journal of the
  // suite, which goes on where it was; and the history of a watch.
  expect([...new Set(others)].sort()).toEqual([
    'conformance/engine/cleanup-journal.ts',
    'mock/keep/commit-note.ts',
    'mock/keep/database-file.ts',
    'mock/keep/recover.ts',
    'watch/store.ts',
  ])
})

test('no file is named for being useful', () => {
  const named = files.filter(file => /(^|\/)(utils?|helpers?|common|misc)\.ts$/.test(file))
  expect(named, 'name the idea that the file holds').toEqual([])
})

test('versions are exact, and the lock file holds no download addresses', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(versions.filter(([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(read('package-lock.json')).not.toMatch(/"resolved": *"http/)
})

test('docs/architecture.md names every room, and no file that does not exist', () => {
  const page = read('docs/architecture.md')
  const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path = '']) => path)
  const exists = (path: string) =>
    ['', 'mock/', 'conformance/', 'twin/', 'watch/', 'cli/'].some(at =>
      files.some(file => `${file}/`.startsWith(`${at}${path.replace(/\/$/, '')}/`)),
    )
  expect(named.filter(path => path.includes('/') && !exists(path))).toEqual([])
  const rooms = new Set(
    files.flatMap(file => /^(?:mock|conformance|twin|watch|cli)\/([\w-]+\/)/.exec(file)?.[1] ?? []),
  )
  expect([...rooms].filter(room => !page.includes(`  ${room}`) && !page.includes(` ${room} `))).toEqual([])
})

test('the image is built with every folder of the package', () => {
  const apart = ['evaluation', 'examples']
  const folders = new Set(
    files.flatMap(file => (/^\w+\/.*\.ts$/.test(file) ? file.slice(0, file.indexOf('/')) : [])),
  )
  const needed = [...folders].filter(folder => !apart.includes(folder))
  const copied = needed.map(folder => `COPY ${folder} ${folder}`)
  expect(copied.filter(line => !read('Dockerfile').includes(`\n${line}\n`))).toEqual([])
  expect(needed.filter(folder => !read('.dockerignore').includes(`\n!${folder}\n`))).toEqual([])
})

test('no page names a test that does not exist', () => {
  const named = files
    .filter(file => /^docs\/.*\.md$/.test(file))
    .flatMap(page => [...read(page).matchAll(/`((?:[\w-]+\/)+[\w.-]+\.test\.ts)`/g)].map(([, path]) => path!))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(path => !files.includes(path))).toEqual([])
})

test('nothing downloads the package by its name, which nobody has published', () => {
  const downloads = [
    /\bnpx (?!--no |--yes --package "\$\{)[^`'"]*\bagent-work\b/,
    /\b(?:npm (?:i|install|add|exec)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx|uvx|pip install) [^`]*(?<![./\w-])agent-work(?![-./\w])/,
    /(?:-p|--package)['"]?,? +['"]?agent-work\b/,
  ]
  const chosen = (file: string) => !/^docs\/install\.md$|^scripts\/structure\.test\.ts$/.test(file)
  const lines = downloads.flatMap(pattern => linesWith(pattern, chosen))
  expect(lines, 'run what is installed, by `npx --no agent-work`: docs/install.md').toEqual([])
})

/** The import table is JavaScript without types. */
const table = (await import(join(root, '.dependency-cruiser.js'))) as Record<string, readonly string[]>

test.each([
  ['mock', table.mockRooms!],
  ['conformance', table.suiteRooms!],
])('docs/architecture.md lists the rooms of %s/ in the order that is enforced', (folder, enforced) => {
  const [, list = ''] = new RegExp(`\\n${folder}/.*\\n((?: .*\\n)+)`).exec(read('docs/architecture.md')) ?? []
  const listed = [...list.matchAll(/^ {2}(\S+(?: \S+)*)/gm)].flatMap(([, names = '']) => names.split(' '))
  const rooms = enforced.map(room => room.replace(/\(.*$/, '')).filter(room => /^[\w-]+\/$/.test(room))
  expect(listed.map(name => name.replace('<area>/', '')).filter(name => rooms.includes(name))).toEqual(rooms)
})

test('prose uses plain words', () => {
  const words: Record<string, RegExp> = {
    'write "Default: …"': /\bunless told\b/,
    'write "reports", "shows" or "returns"': /\bis told of\b|\bwhat is told\b|\btells? (what|which|of)\b/,
    'write "accepts" or "may"': /\bwears? (a|its|the) profile\b/,
    'use the words of docs/architecture.md': /\b(wardrobe|outfit|strangers|stagehand)\b/i,
  }
  const prose = (file: string) => /\.(md|ya?ml)$/.test(file) && !file.includes('generated')
  for (const [todo, pattern] of Object.entries(words)) expect(linesWith(pattern, prose), todo).toEqual([])
})
