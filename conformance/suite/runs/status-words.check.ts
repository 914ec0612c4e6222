/** The stated status words, in every reply that showed a run of the suite, in whatever phase it was. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'

const STATED = { running: 'STATE-01', paused: 'STATE-02', cancelled: 'STATE-15' } as const

export const statusWordScenario = scenario({
  id: 'runs/status-words',
  title:
    'Runs are running, paused and cancelled in no other spelling; those that were cancelled are at the end',
  requirements: Object.values(STATED),
  needs: { capability: 'runs' },
  cost: { requests: 10 },
  turn: 'overall',
  async run(t) {
    const runs = t.context.ownRecords.histories().filter(({ kind }) => kind === 'run')
    const all = runs.flatMap(({ views }) => views)
    for (const [word, requirement] of Object.entries(STATED)) {
      const other = all.find(({ record }) => isSpelling(word, wordIn(record)))
      const sentence = `a run is ${wordIn(other?.record)}, and the stated status is ${word}`
      const as = all.find(({ record }) => wordIn(record) === word)
      if (other) t.violated('stated-word', requirement, sentence, other.exchange)
      // That some run is paused or cancelled does not show what the suite's own moves lead to.
      else if (as && word === 'running')
        t.met('stated-word', requirement, 'every run that is running is called so', as.exchange)
      else t.notExercised(requirement, `a run that comes to be ${word}`)
    }
    for (const { id, views } of runs) {
      const seen = views.findLast(({ record }) => wordIn(record) === 'cancelled')
      if (seen) await staysCancelled(t, id, seen.exchange)
    }
  },
})

/** Read again at the end, long after the cancel. */
async function staysCancelled(t: Trial, id: string, seen: Exchange) {
  const path = { run_id: id }
  const statusIn = ({ status, json }: Exchange) =>
    status === 200 ? wordIn(recordIn(json, ['run'])) : undefined
  const isShown = (reply: Exchange) => statusIn(reply) === 'cancelled'
  const now = await t.replied('the run to be cancelled as before', 'getRun', { path }, isShown)
  if (statusIn(now) === undefined) return
  const sentence = `the run ${id}, which was cancelled, is ${statusIn(now)} at the end`
  t.expect('state-stays', 'STATE-15', isShown(now), sentence, seen, now)
}

/** The same word in other letters, or in the other usual spelling. */
const isSpelling = (word: string, seen = word): boolean =>
  seen !== word &&
  seen
    .trim()
    .toLowerCase()
    .replace(/^canceled$/, 'cancelled') === word
