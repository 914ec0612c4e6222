// The servers and their alterations are lawful, so a single `violated` is a defect of the suite.
import { expect, test } from 'vitest'
import { run, type TargetInput } from '#conformance'
import { alterations, type Server } from './alterations.ts'

type Start = (options: { timeScale: number }) => Promise<Server>

const SERVERS: [name: string, load: () => Promise<{ start: Start }>, least: number][] = [
  ['fastapi-like', () => import('./fastapi-like/index.ts'), 500],
  ['enterprise', () => import('./enterprise/index.ts'), 480],
  ['tiny', () => import('./tiny/index.ts'), 300],
]

// Every alteration of every server takes a minute and a half of processor time: CI has it for the smallest.
for (const [name, load, least] of SERVERS)
  for (const { what, fetch } of name === 'tiny' || process.env.ALTER_ALL
    ? alterations
    : alterations.slice(0, 1))
    test.concurrent(`the ${name} server ${what} violates nothing`, { timeout: 600_000 }, async () => {
      const { start } = await load()
      const [server, idle] = [await start({ timeScale: 100 }), await start({ timeScale: 100 })]
      try {
        const report = await run(
          {
            ...(server.target as TargetInput),
            budget: { runs: 200, minutes: 10 },
            pace: { concurrency: 24, clock_scale: 100, poll_seconds: 0.05, analytics_per_minute: 900 },
          },
          { journal: false, fetch: fetch(server, idle) },
        )
        const violated = report.requirements.filter(one => one.verdict === 'violated')
        const shown = violated.map(one => [one.id, one.findings[0]?.sentence, one.statement])
        expect(shown).toEqual([])
        expect([0, 3]).toContain(report.exit)
        if (what === 'as it is') expect(report.counts.met).toBeGreaterThan(least)
      } finally {
        await Promise.all([server.stop(), idle.stop()])
      }
    })
