// npm run crash: kills a mock that keeps its world while clients call it, and prints what was lost. With --flips it damages
// kept files instead, with --disks it fills the disk, and with --links it starts second mocks by other names of a kept file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flag, readCount, readText } from '../../flags/flag.ts'
import { readScript } from '../../flags/script.ts'
import { crash } from './crash.ts'
import { fullDisk, links } from './disks-and-links.ts'
import { flips } from './flips.ts'

const {
  kills = 100,
  flips: flipCount,
  disks,
  links: linkCount,
  seed = '1',
} = readScript('npm run crash -- [--kills 100 | --flips 300 | --disks 20 | --links 20] [--seed 1]', {
  kills: flag('<n>', 'how often the mock is killed under load', readCount, { default: '100' }),
  flips: flag(
    '<n>',
    'flip that many single bits of kept files instead, and start a mock with each',
    readCount,
  ),
  disks: flag('<n>', 'fill that many disks instead, and make room again (Linux)', readCount),
  links: flag('<n>', 'start a mock by that many other names of a file that one keeps instead', readCount),
  seed: flag('<text>', 'what the clients do follows from it; when they are answered does not', readText, {
    default: '1',
  }),
}).flags

const folder = mkdtempSync(join(tmpdir(), 'agent-work-crash-'))
if (flipCount !== undefined) {
  const { refused, same, wrong } = await flips(folder, flipCount, seed)
  for (const flip of wrong) console.log(flip)
  console.log(
    `${flipCount} bits flipped: ${refused} files refused, ${same} served as they had been kept, ${wrong.length} served otherwise.`,
  )
  rmSync(folder, { recursive: true })
  process.exit(wrong.length === 0 ? 0 : 1)
}
if (disks !== undefined || linkCount !== undefined) {
  const found: string[] = []
  for (let disk = 1; disk <= (disks ?? 0); disk++)
    found.push(...(await fullDisk(join(folder, `${disk}.db`), `${seed}/${disk}`)))
  if (linkCount !== undefined) found.push(...(await links(folder, linkCount)))
  for (const problem of found) console.log(problem)
  console.log(`${disks ?? 0} full disks, ${linkCount ?? 0} links: ${found.length} problems.`)
  rmSync(folder, { recursive: true })
  process.exit(found.length === 0 ? 0 : 1)
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
for (const problem of problems) console.log(problem)
const sorted = starts.slice(1).sort((a, b) => a - b)
const ms = (part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
const count = (kind: string) => problems.filter(problem => problem.startsWith(kind)).length
console.log(
  `${told.tasks.size} tasks, ${told.runs.size} runs, ${[...told.chats.values()].reduce((sum, { events }) => sum + events.length, 0)} events of streams, ${told.snapshots.size} snapshots, ${told.faults.size} faults, ${told.workspaces.size + told.deleted.size} workspaces.`,
)
console.log(
  `${told.acknowledged} changes acknowledged: ${count('lost')} lost, ${count('twice')} twice, ${count('untold')} untold. Restarts took ${ms(0.5)} ms of processor time (median), ${ms(1)} ms at most.`,
)
// A file with problems stays, to be looked into.
if (problems.length === 0) rmSync(folder, { recursive: true })
else console.log(`The kept file is ${folder}/world.db.`)
process.exitCode = problems.length === 0 ? 0 : 1
