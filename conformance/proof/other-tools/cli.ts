/** npm run proof:tools: what other tools notice of a sample of the same mutants, and of the same lawful variants. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFlags, refuse, wholeNumber } from '../../../scripts/flags.ts'
import type { Deviation, Tenants } from '../deployment.ts'
import { startDeployments } from '../deployments.ts'
import { catalogue } from '../mutants/index.ts'
import { runMutant } from '../run-mutant.ts'
import { runVariant } from '../run-variant.ts'
import { variants } from '../variants.ts'
import { BEGINNING, type Column, comparisonPage, type Row } from './comparison-page.ts'
import { dredd } from './dredd.ts'
import { portman } from './portman.ts'
import { prism } from './prism.ts'
import { specmatic } from './specmatic.ts'
import { startSwitchingProxy } from './switching-proxy.ts'
import { Absent, install, type Outcome, type Ready, type Tool } from './tool.ts'

const HELP = `Usage: npm run proof:tools -- [--mutants N] [--variants N] [--tools A,B] [--dry]

Sets other tools beside this suite on a sample of the mutants and lawful variants, and writes the table into
docs/proof.md. What a tool needs is installed into ${join(tmpdir(), 'agent-work-tools')} the first time; a tool that
cannot be had is named with the reason, and left out.

  --mutants N   how many mutants (24)
  --variants N  how many variants (8)
  --tools A,B   only these of Prism, Portman, Specmatic, Dredd; nothing is written
  --dry         print the table, write nothing`

const values = readFlags(
  {
    mutants: { type: 'string', default: '24' },
    variants: { type: 'string', default: '8' },
    tools: { type: 'string' },
    dry: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
  HELP,
)
const mutants = wholeNumber('mutants', values.mutants)
const lawful = wholeNumber('variants', values.variants)
const all = [prism, portman, specmatic, dredd]
const named = values.tools?.split(',') ?? all.map(({ name }) => name)
const strange = named.find(name => !all.some(tool => tool.name === name))
if (strange !== undefined) refuse(`--tools ${strange}: there are ${all.map(({ name }) => name).join(', ')}.`)

if (values.help) process.stdout.write(`${HELP}\n`)
else await main()

/** What the tools and this suite are shown. */
interface Subject {
  readonly id: string
  readonly lawful: boolean
  readonly make: Deviation | ((world: Tenants) => Deviation)
  readonly ours: () => Promise<boolean>
}

/** A tool that takes part, without the checks that fail on the clean mock as well. */
interface Contestant {
  readonly column: Column
  readonly ready: Ready
  readonly leftOut: ReadonlySet<string>
}

async function main() {
  // The tools ask one thing after the other: on a clock that runs ahead, nothing would be as their examples say.
  await using slow = await startDeployments(1)
  await using fast = await startDeployments(300)
  await using window = await startSwitchingProxy()

  /** Everything about one deployment, from the same first state. */
  const judged = async (make: Subject['make'], ready: Ready): Promise<Outcome> => {
    using deployment = slow.open(make)
    window.show(deployment)
    return await ready.judge()
  }

  const prepare = async (tool: Tool): Promise<Contestant> => {
    const folder = join(tmpdir(), 'agent-work-tools', tool.name.toLowerCase())
    install(tool, folder)
    using deployment = slow.open()
    window.show(deployment)
    const ready = await tool.start({ url: window.url, world: deployment.tenants, folder })
    const clean = [await judged({}, ready), await judged({}, ready)]
    const leftOut = new Set(clean.flatMap(({ failed }) => [...failed]))
    const checks = clean[0]?.checks ?? 0
    if (checks === 0) throw new Absent([...leftOut].join('; '))
    process.stderr.write(`${tool.name}: ${checks} checks, ${leftOut.size} not green on the clean mock\n`)
    return { column: { name: tool.name, checks, leftOut: [...leftOut] }, ready, leftOut }
  }

  const columns: Column[] = []
  const contestants: Contestant[] = []
  for (const tool of all.filter(({ name }) => named.includes(name))) {
    try {
      const contestant = await prepare(tool)
      contestants.push(contestant)
      columns.push(contestant.column)
    } catch (problem) {
      if (!(problem instanceof Absent)) throw problem
      process.stderr.write(`${tool.name} takes no part: ${problem.message}\n`)
      columns.push({ name: tool.name, absent: problem.message })
    }
  }

  const subjects: Subject[] = [
    ...every(
      catalogue.filter(mutant => mutant.lives === undefined),
      mutants,
    ).map(mutant => ({
      id: mutant.id,
      lawful: false,
      make: mutant.make,
      ours: async () => (await runMutant(fast, mutant)).verdict === 'violated',
    })),
    ...every(
      variants.filter(({ target }) => target === undefined),
      lawful,
    ).map(variant => ({
      id: variant.id,
      lawful: true,
      make: variant.deviation ?? {},
      ours: async () => (await runVariant(fast, variant)).violated.length > 0,
    })),
  ]
  const rows: Row[] = []
  for (const { id, lawful, make, ours } of subjects) {
    const noticed: Record<string, boolean> = { ours: await ours() }
    for (const { column, ready, leftOut } of contestants)
      noticed[column.name] = [...(await judged(make, ready)).failed].some(name => !leftOut.has(name))
    rows.push({ id, lawful, noticed })
    process.stderr.write(`${rows.length} of ${subjects.length}\n`)
  }
  for (const { ready } of contestants) ready.stop?.()
  const text = comparisonPage(columns, rows)
  process.stdout.write(text)
  if (!values.dry && values.tools === undefined) publish(text)
}

/** So many of them, evenly spread. */
function every<Item>(items: readonly Item[], wanted: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / wanted))
  return items.filter((_, n) => n % step === Math.floor(step / 2)).slice(0, wanted)
}

/** The page of the proof keeps the comparison at its end; the proof itself leaves it as it is. */
function publish(text: string) {
  const page = fileURLToPath(new URL('../../../docs/proof.md', import.meta.url))
  const [before = ''] = existsSync(page) ? readFileSync(page, 'utf8').split(BEGINNING) : []
  const about = readFileSync(new URL('./about.md', import.meta.url), 'utf8')
  writeFileSync(page, `${before}${BEGINNING}${about}${text}`)
}
