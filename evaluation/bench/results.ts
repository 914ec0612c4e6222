// What a run of the benchmarks leaves behind: measures with every sample.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { refuse } from '../../flags/script.ts'
import { pinned } from './processes.ts'
import { median } from './statistics.ts'

/** One thing that was measured, such as `throughput/listRuns/mock`, once in each round. */
export interface Measure {
  readonly id: string
  readonly unit: string
  readonly samples: readonly number[]
}

/** What one part of the benchmarks found, with where and when; parts may be measured on different days. */
export interface Part {
  readonly made: string
  readonly commit: string
  /** The shorter way, for a look: fewer rounds, smaller worlds. */
  readonly quick: boolean
  readonly seconds: number
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly memoryGb: number
    readonly node: string
    readonly platform: string
    /** The load average before the first measure: above half a core, somebody else was at work. */
    readonly loadBefore: number
    /** Whether servers and load each had a core of their own. */
    readonly pinned: boolean
  }
  readonly measures: readonly Measure[]
  /** What could not be measured, and why. */
  readonly notes: readonly string[]
}

/** Parts by their name, such as `growth`. */
export type Results = Readonly<Record<string, Part>>

/** Collects the measures of a part while it runs. */
export class Recorder {
  readonly #began = performance.now()
  readonly #loadBefore = loadavg()[0] ?? 0
  readonly #measures = new Map<string, { unit: string; samples: number[] }>()
  readonly notes: string[] = []

  add(id: string, value: number, unit: string): void {
    const measure = this.#measures.get(id) ?? { unit, samples: [] }
    this.#measures.set(id, measure)
    measure.samples.push(Number(value.toPrecision(6)))
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
    console.log(`  note: ${text}`)
  }

  median(id: string): number {
    return median(this.samples(id))
  }

  samples(id: string): readonly number[] {
    return this.#measures.get(id)?.samples ?? []
  }

  part(quick: boolean): Part {
    const [cpu] = cpus()
    return {
      made: new Date().toISOString(),
      commit: commit(),
      quick,
      seconds: Math.round((performance.now() - this.#began) / 1000),
      machine: {
        cpu: cpu?.model ?? 'unknown',
        cores: cpus().length,
        memoryGb: Math.round(totalmem() / 2 ** 30),
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
        loadBefore: Number(this.#loadBefore.toFixed(2)),
        pinned,
      },
      measures: [...this.#measures].map(([id, measure]) => ({ id, ...measure })),
      notes: this.notes,
    }
  }
}

/** The results in a file; whoever names one that is none is told. */
export function readResults(path: string): Results {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Results
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refuse(`${path} has no results: ${reason}. \`npm run bench\` writes them.`)
  }
}

/** Writes a part into a file of results, whose other parts stay. */
export function writePart(path: string, name: string, part: Part): void {
  const others = existsSync(path) ? readResults(path) : {}
  mkdirSync(dirname(path), { recursive: true })
  const text = JSON.stringify({ ...others, [name]: part }, null, 1)
  // A line for each measure.
  const lines = text.replaceAll(/\{\s+"id":[^}]*\}/g, measure => measure.replaceAll(/\s+/g, ' '))
  writeFileSync(path, `${lines}\n`)
}

export function medians(results: Results): ReadonlyMap<string, number> {
  const measures = Object.values(results).flatMap(part => part.measures)
  return new Map(measures.map(({ id, samples }) => [id, median(samples)]))
}

/** The commit that is measured; what was not committed yet shows as a plus. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'mock', 'openapi')
    return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}
