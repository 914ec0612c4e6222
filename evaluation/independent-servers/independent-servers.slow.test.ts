// The servers and their alterations are lawful, so a single `violated` is a defect of the suite.
import { expect, test } from 'vitest'
import { altered, judgeAltered } from './alterations.ts'

/** How many requirements are met at least where nothing is altered. */
const LEAST = { 'fastapi-like': 500, enterprise: 480, tiny: 300 }

// Every alteration of every server takes a minute and a half of processor time: `npm run proof -- --altered` has them.
for (const one of altered.filter(({ server, alteration }) => server === 'tiny' || alteration.isNone))
  test.concurrent(`the ${one.server} server ${one.alteration.what} violates nothing`, {
    timeout: 600_000,
  }, async () => {
    const report = await judgeAltered(one)
    const violated = report.requirements.filter(({ verdict }) => verdict === 'violated')
    const shown = violated.map(({ id, findings, statement }) => [id, findings[0]?.sentence, statement])
    expect(shown).toEqual([])
    expect(report.leftovers).toEqual([])
    expect([0, 3]).toContain(report.exit)
    if (one.alteration.isNone) expect(report.counts.met).toBeGreaterThan(LEAST[one.server])
  })
