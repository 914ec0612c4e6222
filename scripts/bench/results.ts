// What a run of the benchmarks leaves behind: measures with every sample, so that two runs can be compared.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { median } from './statistics.ts'

/** One thing that was measured, such as `throughput/listRuns/mock`, once in each round. */
export interface Measure {
  readonly id: string
  readonly unit: string
  /** Which way is good; `neither` for what is only told. */
  readonly better: 'more' | 'less' | 'neither'
  readonly samples: readonly number[]
}

export interface Results {
  readonly made: string
  readonly commit: string
  readonly quick: boolean
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

/** Collects measures while the benchmarks run. */
export class Recorder {
  readonly #measures = new Map<string, { unit: string; better: Measure['better']; samples: number[] }>()
  readonly notes: string[] = []

  add(id: string, value: number, unit: string, better: Measure['better']): void {
    const measure = this.#measures.get(id) ?? { unit, better, samples: [] }
    this.#measures.set(id, measure)
    measure.samples.push(Number(value.toPrecision(6)))
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
    console.log(`  note: ${text}`)
  }

  median(id: string): number {
    return median(this.#measures.get(id)?.samples ?? [])
  }

  results(options: { quick: boolean; pinned: boolean; loadBefore: number }): Results {
    const [cpu] = cpus()
    return {
      made: new Date().toISOString(),
      commit: commit(),
      quick: options.quick,
      machine: {
        cpu: cpu?.model ?? 'unknown',
        cores: cpus().length,
        memoryGb: Math.round(totalmem() / 2 ** 30),
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
        loadBefore: Number(options.loadBefore.toFixed(2)),
        pinned: options.pinned,
      },
      measures: [...this.#measures].map(([id, measure]) => ({ id, ...measure })),
      notes: this.notes,
    }
  }
}

export function readResults(path: string): Results {
  return JSON.parse(readFileSync(path, 'utf8')) as Results
}

/** Writes results; measures that an older file has and these have not are kept, for runs of a part only. */
export function writeResults(path: string, results: Results, keep = false): void {
  const old = keep ? oldMeasures(path) : []
  const fresh = new Set(results.measures.map(measure => groupOf(measure.id)))
  const measures = [...old.filter(measure => !fresh.has(groupOf(measure.id))), ...results.measures]
  writeFileSync(path, `${JSON.stringify({ ...results, measures }, null, 1)}\n`)
}

/** The median of each measure, by id. */
export function medians(results: Results): ReadonlyMap<string, number> {
  return new Map(results.measures.map(({ id, samples }) => [id, median(samples)]))
}

/** The part of the benchmarks that a measure belongs to. */
function groupOf(id: string): string {
  return id.split('/', 1)[0] ?? ''
}

export function loadNow(): number {
  return loadavg()[0] ?? 0
}

function oldMeasures(path: string): readonly Measure[] {
  try {
    return readResults(path).measures
  } catch {
    return []
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
