// Full disks, for which a limit on the size of files stands, and second mocks that reach a kept file by another name.
import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startMock } from '../../mock/index.ts'
import { Random } from '../../mock/simulation/random.ts'
import { startProgram } from '../../mock/testing/program.ts'
import { sendAs } from '../../mock/testing/send-as.ts'
import { startMockProcess } from '../../scripts/mock-process.ts'

const root = join(import.meta.dirname, '../..')

const createTask = (url: string, title: string, description = '') =>
  sendAs('awk_demo_admin', `${url}/tasks`, { title, description })

/** How often each title is in a kept file. */
async function countTitles(keep: string): Promise<(title: string) => number> {
  await using mock = await startMock({ keep })
  const titles = mock.demo.workspace.tables.tasks.all().map(({ title }) => title)
  return title => titles.filter(one => one === title).length
}

/** Fills a disk, makes room again, kills the mock, and says what was lost, twice, or not refused. Linux alone. */
export async function fullDisk(keep: string, seed: string): Promise<string[]> {
  const problems: string[] = []
  const { url, child, ended } = await startMockProcess('--keep', keep)
  const limitFiles = (bytes: number | 'unlimited') =>
    spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`])
  try {
    // In blocks of 512 bytes; the demo takes about half of the least.
    limitFiles(512 * new Random(seed).int(12_000, 20_000))
    const acknowledged: string[] = []
    let refused: string | undefined
    for (let n = 0; refused === undefined && n < 1_000; n++) {
      const reply = await createTask(url, `Task ${n}`, 'x'.repeat(50_000))
      if (reply.ok) {
        acknowledged.push(`Task ${n}`)
        continue
      }
      refused = `Task ${n}`
      // The service speaks as a service; what is wrong with the mock stands in a header.
      const said = `${reply.status} ${reply.headers.get('x-mock-advice')} ${await reply.text()}`
      if (!/^503 .*the disk.*may_have_been_done.* could not be stored/s.test(said))
        problems.push(`a full disk answered ${said}`)
    }
    if (refused === undefined) problems.push('the disk was never full')
    if ((await fetch(`${url}/_mock/ready`)).status !== 503) problems.push('ready with a full disk')
    limitFiles('unlimited')
    if ((await fetch(`${url}/_mock/ready`)).status !== 200) problems.push('not ready with room again')
    if ((await createTask(url, 'With room')).ok) acknowledged.push('With room')
    else problems.push('refused with room again')
    child.kill('SIGKILL')
    await ended
    const countOf = await countTitles(keep)
    for (const title of acknowledged)
      if (countOf(title) !== 1) problems.push(`${title} is there ${countOf(title)} times`)
    if (countOf(refused ?? '') > 1) problems.push(`${refused} was refused and is there twice`)
  } finally {
    child.kill('SIGKILL')
  }
  return problems
}

/** Ways to another name of a file. */
const WAYS: readonly ((keep: string, link: string) => string)[] = [
  (keep, link) => {
    symlinkSync(keep, link)
    return link
  },
  (keep, link) => {
    linkSync(keep, link)
    return link
  },
  (keep, link) => {
    symlinkSync(dirname(keep), link)
    return join(link, 'world.db')
  },
]

/** Starts a second mock by each of so many other names while the first one works, and says what was not refused or was lost. */
export async function links(folder: string, count: number): Promise<string[]> {
  const problems: string[] = []
  mkdirSync(join(folder, 'kept'))
  const keep = join(folder, 'kept', 'world.db')
  {
    await using mock = await startMock({ keep })
    for (let n = 0; n < count; n++) {
      const link = join(folder, `link-${n}`)
      const path = WAYS[n % WAYS.length]!(keep, link)
      const args = ['mock', '--keep', path, '--port', '0']
      const second = startProgram('cli/main.ts', args, { cwd: root })
      second.child.stdout?.once('data', () => second.child.kill('SIGKILL'))
      const made = await createTask(mock.url, `Task ${n}`)
      if (!made.ok) problems.push(`the first mock answered ${made.status}`)
      const status = await second.ended()
      if (status !== 2 || !/is in use by|has 2 names/.test(second.text()))
        problems.push(`a second mock by ${path} was not refused (${status}): ${second.text()}`)
      rmSync(link)
    }
  }
  const countOf = await countTitles(keep)
  for (let n = 0; n < count; n++) if (countOf(`Task ${n}`) !== 1) problems.push(`lost Task ${n}`)
  return problems
}
