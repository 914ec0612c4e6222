// How runs of the past went: how long they worked, whom they waited for, and how they ended.
import type { Random } from '../../simulation/random.ts'
import { HOUR, MINUTE } from './calendar.ts'
import type { Job } from './jobs.ts'
import { isWaiting, type PastRun, type RunEnd, type Wait, type WaitingStep } from './past-run.ts'

type Start = Omit<PastRun, 'id' | 'chatId' | 'worked' | 'wait' | 'end'> & {
  readonly job: Job
  readonly status: Ended
}
type Ended = 'completed' | 'failed' | 'cancelled' | 'stopped'

/** A run that ended in that way before `now`. `decider` is who decides where it waits for an approval. */
export function draftRun(random: Random, start: Start, now: number, decider: string): PastRun {
  const { job, status, ...run } = start
  const waiting = run.agent.script.find(isWaiting)
  const usual = Math.max(
    MINUTE,
    1000 * run.agent.script.reduce((sum, step) => sum + ('seconds' in step ? step.seconds : 0), 0),
  )
  const whole = Math.round((usual * random.int(35, 170)) / 100)
  const worked = status === 'completed' ? whole : Math.round((whole * random.int(10, 80)) / 100)
  const draft = { ...run, id: '', chatId: '', worked }
  if (!waiting || status === 'cancelled' || (status === 'failed' && waiting.do !== 'await-approval'))
    return { ...draft, end: endWith(random, status, job.summary) }

  // Those that did not complete were left to wait, and ended there.
  const after = status === 'completed' ? Math.round(worked / 2) : worked
  const asked =
    waiting.do === 'await-approval' ? random.int(10 * MINUTE, 9 * HOUR) : random.int(2 * MINUTE, 3 * HOUR)
  const lasted = Math.min(asked, now - MINUTE - run.at - worked)
  if (status === 'stopped') return { ...draft, wait: { after, lasted }, end: { status } }
  if (status === 'failed') {
    const decision = {
      by: decider,
      outcome: 'rejected',
      comment: 'Two of the payments are in dispute.',
    } as const
    return { ...draft, wait: { after, lasted, decision }, end: REJECTED }
  }
  const wait = { after, lasted, ...answerTo(random, waiting, decider) }
  return { ...draft, wait, end: { status, summary: summaryWith(job, wait) } }
}

/** The same again after a failure: the second attempt works. */
export function retryOf(
  random: Random,
  failed: PastRun,
  job: Job,
  at: number,
  now: number,
  decider: string,
): PastRun {
  const { agent, person, input, triggeredBy, taskId } = failed
  const start = { agent, person, input, triggeredBy, at, job, status: 'completed', retryOf: failed } as const
  return draftRun(random, taskId === undefined ? start : { ...start, taskId }, now, decider)
}

function endWith(random: Random, status: Ended, summary: string): RunEnd {
  if (status === 'completed') return { status, summary }
  if (status === 'failed') return { status, error: random.pick(ERRORS) }
  return { status }
}

/** The error that a run ends with when a person says no, as in runs of today. */
const REJECTED: RunEnd = {
  status: 'failed',
  error: { code: 'approval_rejected', message: 'A person rejected the approval.' },
}

const ERRORS = [
  { code: 'tool_failed', message: 'The warehouse system did not answer within thirty seconds.' },
  { code: 'tool_failed', message: 'The mailbox refused the connection: the password has expired.' },
  { code: 'model_overloaded', message: 'The model was overloaded; three attempts failed.' },
  { code: 'max_steps_reached', message: 'The agent used up its steps without coming to an end.' },
  { code: 'attachment_unreadable', message: 'Page 3 of the attachment is a photo that could not be read.' },
] as const

/** What a person says to that step. */
function answerTo(random: Random, step: WaitingStep, decider: string): Pick<Wait, 'response' | 'decision'> {
  switch (step.do) {
    case 'ask':
      return { response: { answer: random.pick(ANSWERS) } }
    case 'ask-fields': {
      const amount = random.int(40, 900)
      const reason = random.pick(['Goods were damaged', 'Freight was charged twice', 'Price of the old list'])
      return { response: { values: { amount, currency: 'EUR', notify: random.chance(0.6), reason } } }
    }
    case 'ask-decisions':
      return {
        response: {
          decisions: step.actions.map(({ name }) => ({
            name,
            decision: random.chance(0.8) ? 'approve' : 'reject',
          })),
        },
      }
    case 'await-approval':
      return {
        decision: {
          by: decider,
          outcome: 'approved',
          comment: random.chance(0.3) ? 'Checked against the list.' : null,
        },
      }
  }
}

const ANSWERS = [
  'The new delivery dates, and keep prices out of it.',
  'What it costs us per month if we wait.',
  'That we stay, but not at this price.',
  'The three complaints of last week.',
  'Nothing special, two paragraphs are enough.',
]

/** A summary that quotes what was answered. */
function summaryWith({ summary }: Job, { response }: Pick<Wait, 'response'>): string {
  if (response?.answer) return `${summary} You asked for: ${response.answer}`
  const { amount, currency } = response?.values ?? {}
  return amount === undefined ? summary : `${summary} Amount: ${amount} ${currency}.`
}
