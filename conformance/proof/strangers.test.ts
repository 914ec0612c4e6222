// Servers that were written from the specification alone, by somebody who knew nothing of this project. What they
// choose where it is silent is lawful, so a single `violated` is a defect of the suite.
import { expect, test } from 'vitest'
import { run, type TargetInput } from '#conformance'

type Start = (options: {
  timeScale: number
}) => Promise<{ url: string; target: object; stop: () => Promise<void> }>

const STRANGERS: [name: string, load: () => Promise<{ start: Start }>, least: number][] = [
  ['in the manner of a Python team', () => import('./strangers/fastapi.ts'), 500],
  ['in the manner of a Java team, strict and slow', () => import('./strangers/enterprise.ts'), 480],
  ['that has little, with one key', () => import('./strangers/tiny.ts'), 300],
]

for (const [manner, load, least] of STRANGERS)
  test(`a lawful server ${manner} violates nothing`, { timeout: 180_000 }, async () => {
    const { start } = await load()
    const server = await start({ timeScale: 100 })
    try {
      const report = await run(
        {
          ...(server.target as TargetInput),
          budget: { runs: 200, minutes: 10 },
          pace: { concurrency: 24, clock_scale: 100, poll_seconds: 0.05, analytics_per_minute: 900 },
        },
        { journal: false },
      )
      const violated = report.requirements.filter(one => one.verdict === 'violated')
      expect(violated.map(one => [one.id, one.statement])).toEqual([])
      expect(report.counts.met).toBeGreaterThan(least)
    } finally {
      await server.stop()
    }
  })
