/** The stated status words, in every reply that showed a run of the suite, in whatever phase it was. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import { recordIn, wordIn } from '../../extract/record.ts'

const STATED = { running: 'STATE-01', paused: 'STATE-02', cancelled: 'STATE-15' } as const

const words = scenario({
  id: 'runs/status-words',
  title: 'Runs are running, paused and cancelled in no other spelling',
  requirements: Object.values(STATED),
  needs: { capability: 'runs' },
  cost: { requests: 0 },
  overall: true,
  async run(t) {
    const views = t.context.ownRecords
      .histories()
      .flatMap(({ kind, views: all }) => (kind === 'run' ? all : []))
    for (const [word, requirement] of Object.entries(STATED)) {
      const other = views.find(({ record }) => isSpelling(word, wordIn(record)))
      const sentence = `a run is ${wordIn(other?.record)}, and the stated status is ${word}`
      const as = views.find(({ record }) => wordIn(record) === word)
      if (other) t.violated('stated-word', requirement, sentence, other.exchange)
      else if (as) t.met('stated-word', requirement, `every run that is ${word} is called so`, as.exchange)
      else t.notExercised(requirement, `a run that is ${word}`)
    }
  },
})

/** Read again at the end, long after the cancel. */
const stay = scenario({
  id: 'runs/stay-cancelled',
  title: 'Runs that were cancelled are cancelled at the end',
  requirements: ['STATE-15'],
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 10 },
  overall: true,
  async run(t) {
    for (const { kind, id, views } of t.context.ownRecords.histories()) {
      const seen = views.findLast(({ record }) => wordIn(record) === 'cancelled')
      if (kind !== 'run' || seen === undefined) continue
      const read = async () => {
        const exchange = await t.call('getRun', { path: { run_id: id } })
        return {
          exchange,
          status: exchange.status === 200 ? wordIn(recordIn(exchange.json, ['run'])) : undefined,
        }
      }
      const isShown = ({ status }: { status: string | undefined }) => status === 'cancelled'
      const now = await t.settled('the run to be cancelled as before', read, isShown)
      if (now.status === undefined) continue
      const sentence = `the run ${id}, which was cancelled, is ${now.status} at the end`
      t.expect('state-stays', 'STATE-15', isShown(now), sentence, seen.exchange, now.exchange)
    }
  },
})

/** The same word in other letters, or in the other usual spelling. */
const isSpelling = (word: string, seen = word): boolean =>
  seen !== word &&
  seen
    .trim()
    .toLowerCase()
    .replace(/^canceled$/, 'cancelled') === word

export const statusWordScenarios: readonly Scenario[] = [words, stay]
