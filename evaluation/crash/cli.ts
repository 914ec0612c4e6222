// npm run crash: kills a mock that keeps its world while clients call it, and prints what was lost. With --flips it damages
// kept files instead, with --disks it fills the disk, and with --links it starts second mocks by other names of a kept file.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flag, readCount, readText } from '../../flags/flag.ts'
import { readScript } from '../../flags/script.ts'
import { median } from '../bench/statistics.ts'
import { crash } from './crash.ts'
import { fullDisk, links } from './disks-and-links.ts'
import { flips } from './flips.ts'

const {
  kills,
  flips: flipCount,
  disks,
  links: linkCount,
  seed,
} = readScript('npm run crash -- [--kills 100 | --flips 300 | --disks 20 | --links 20] [--seed 1]', {
  kills: flag('<n>', 'how often the mock is killed under load', readCount, { fallback: '100' }),
  flips: flag(
    '<n>',
    'flip that many single bits of kept files instead, and start a mock with each',
    readCount,
  ),
  disks: flag('<n>', 'fill that many disks instead, and make room again (Linux)', readCount),
  links: flag('<n>', 'start a mock by that many other names of a file that one keeps instead', readCount),
  seed: flag('<text>', 'what the clients do follows from it; when they are answered does not', readText, {
    fallback: '1',
  }),
}).flags

const folder = mkdtempSync(join(tmpdir(), 'agent-work-crash-'))
if (flipCount !== undefined) {
  const { refused, same, wrong } = await flips(folder, flipCount, seed)
  leave(
    wrong,
    `${flipCount} bits flipped: ${refused} files refused, ${same} served as they had been kept, ${wrong.length} served otherwise.`,
  )
}
if (disks !== undefined || linkCount !== undefined) {
  const found: string[] = []
  for (let disk = 1; disk <= (disks ?? 0); disk++)
    found.push(...(await fullDisk(join(folder, `${disk}.db`), `${seed}/${disk}`)))
  if (linkCount !== undefined) found.push(...(await links(folder, linkCount)))
  leave(found, `${disks ?? 0} full disks, ${linkCount ?? 0} links: ${found.length} problems.`)
}
const { problems, starts, told } = await crash({
  file: join(folder, 'world.db'),
  kills,
  seed,
  onKill(kill, { problems, told }) {
    if (kill % 10 === 0)
      console.log(`${kill} kills, ${told.acknowledged} acknowledged, ${problems.length} problems`)
  },
})
const restarts = starts.slice(1)
const count = (kind: string) => problems.filter(problem => problem.startsWith(kind)).length
leave(
  problems,
  `${told.tasks.size} tasks, ${told.runs.size} runs, ${[...told.chats.values()].reduce((sum, { events }) => sum + events.length, 0)} events of streams, ${told.snapshots.size} snapshots, ${told.faults.size} faults, ${told.workspaces.size + told.deleted.size} workspaces.`,
  `${told.acknowledged} changes acknowledged: ${count('lost')} lost, ${count('twice')} twice, ${count('untold')} untold. Restarts took ${Math.round(median(restarts))} ms of processor time (median), ${Math.round(Math.max(...restarts))} ms at most.`,
)

/** Prints what went wrong and what was done, and ends. A kept file with problems stays, to be looked into. */
function leave(problems: readonly string[], ...lines: readonly string[]): never {
  for (const line of [...problems, ...lines]) console.log(line)
  const file = join(folder, 'world.db')
  if (problems.length > 0 && existsSync(file)) console.log(`The kept file is ${file}.`)
  else rmSync(folder, { recursive: true })
  process.exit(problems.length === 0 ? 0 : 1)
}
