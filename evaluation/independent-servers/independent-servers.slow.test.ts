// The servers are lawful, so a single `violated` is a defect of the suite.
import { expect, test } from 'vitest'
import { run, type TargetInput } from '#conformance'

type Start = (options: {
  timeScale: number
}) => Promise<{ url: string; target: object; stop: () => Promise<void> }>

const SERVERS: [name: string, load: () => Promise<{ start: Start }>, least: number][] = [
  ['fastapi-like', () => import('./fastapi-like/index.ts'), 500],
  ['enterprise', () => import('./enterprise/index.ts'), 480],
  ['tiny', () => import('./tiny/index.ts'), 300],
]

for (const [name, load, least] of SERVERS)
  test.concurrent(`the ${name} server violates nothing`, { timeout: 600_000 }, async () => {
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
