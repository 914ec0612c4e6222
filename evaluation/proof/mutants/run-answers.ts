/** Answers to what a run asks or waits for (sections 2.2 and 3). */
import { awaits, becomes, instead, moved, nothing, refused, runOf, waitsOnTasks } from './act-on-runs.ts'
import {
  each,
  handles,
  judges,
  type Loose,
  lives,
  type MutantTable,
  refuses,
  requests,
  sends,
  together,
} from './mutant.ts'

const asksFor = (kind: string) => (run: Loose) => run?.progress?.question?.kind === kind
const resumeApproves = instead('resumeRun', awaits, (run, context) => {
  context.tables.approvals.replace(run.progress.approvalId, { status: 'approved' })
  return moved('running')(run, context)
})

export const runAnswerMutants: MutantTable = {
  'STATE-40 an answer is taken and the run stays paused': nothing('respondToRun', asksFor('text')),
  'STATE-40 an answer cancels the run': becomes('respondToRun', 'cancelled'),
  'STATE-40 an answer ends the run': lives(
    'a run may fail as soon as it goes on, and what a failed run is called is not stated',
    becomes('respondToRun', 'stopped'),
  ),
  'STATE-41 values are taken and the run stays paused': nothing('respondToRun', asksFor('fields')),
  'STATE-41 values are refused': responds(
    'fields',
    ({ values }) => values,
    () => refused,
  ),
  'STATE-42 the answer does not reach the agent': sends(
    'respondToRun',
    body => body?.answer && { answer: 'yes' },
  ),
  'STATE-42 an answer beside decisions does not reach the agent': sends(
    'respondToRun',
    body => body?.answer && body.decisions && { answer: '-' },
  ),
  'STATE-43 the values do not reach the agent': sends(
    'respondToRun',
    body => body?.values && { values: { amount: 0, currency: 'CHF' } },
  ),
  'STATE-44 values answer a free-text question': takes('text', isValuesOnly, { answer: 'from values' }),
  'STATE-44 values end a free-text question': responds('text', isValuesOnly, moved('failed', refused)),
  'STATE-45 an answer alone answers a question with fields': takes(
    'fields',
    ({ answer, values }) => answer && !values,
    { values: { amount: 1, currency: 'EUR' } },
  ),
  'STATE-49 answer sets a run going that waits for an approval': instead(
    'respondToRun',
    (run, { body }) => awaits(run) && body?.answer,
    moved('running'),
  ),
  'STATE-45 an empty answer skips a question with fields': takes(
    'fields',
    ({ answer, values }) => answer === '' && !values,
    { values: { amount: 1, currency: 'EUR' } },
  ),
  'STATE-44 empty values skip a free-text question': takes(
    'text',
    ({ answer, values }) => !answer && values && Object.keys(values).length === 0,
    { answer: '-' },
  ),
  ...each(
    [
      ['an empty body sets', (body: Loose) => Object.keys(body).length === 0],
      ['a null for the answer sets', (body: Loose) => body.answer === null],
      ['an empty list of decisions sets', (body: Loose) => body.decisions?.length === 0],
    ],
    ([what, is]) => ({
      [`STATE-49 ${what} a run going that waits for an approval`]: instead(
        'respondToRun',
        (run, { body }) => awaits(run) && is(body ?? {}),
        moved('running'),
      ),
    }),
  ),
  'STATE-49 decisions set a run going that waits for an approval': instead(
    'respondToRun',
    decidesApproval,
    moved('running', refused),
  ),
  'RESPOND-06 decisions are refused beside an answer': refuses('respondToRun', ({ body }) => body?.decisions),
  'RESPOND-05 decisions null are refused beside values': refuses(
    'respondToRun',
    ({ body }) => body?.values != null && body.decisions === null,
  ),
  'RESPOND-08 a decision that is null is left out': judges('respondToRun', (raw, contract) => {
    const { decisions } = raw.body ?? {}
    const given = Array.isArray(decisions) && decisions.filter(one => one !== null)
    return contract(given ? { ...raw, body: { ...raw.body, decisions: given } } : raw)
  }),
  'APPR-09 resumeRun decides what a run waits for': resumeApproves,
  'APPR-09 stopRun approves what a run waits for': handles('stopRun', (request, context, handler) => {
    const approval = runOf(request, context)?.progress?.approvalId
    const answer = handler(request, context)
    if (approval) context.tables.approvals.replace(approval, { status: 'approved' })
    return answer
  }),
  'APPR-09 resumeRun decides what the run of a task waits for': together(waitsOnTasks, resumeApproves),
  'STATE-49 decisions set the run of a task going that waits for an approval': together(
    waitsOnTasks,
    instead('respondToRun', decidesApproval, moved('running')),
  ),
  'APPR-09 respondToRun with decisions decides what a run waits for': instead(
    'respondToRun',
    decidesApproval,
    (run, context) => {
      context.tables.approvals.replace(run.progress.approvalId, { status: 'rejected' })
      return refused
    },
  ),
}

function isValuesOnly({ values, answer }: Loose) {
  return values && !answer
}
function decidesApproval(run: Loose, { body }: Loose) {
  return awaits(run) && body?.decisions
}

/** Acts on an answer to a question of that kind. */
function responds(kind: string, is: (body: Loose) => unknown, act: (run: Loose, context: Loose) => Loose) {
  return instead('respondToRun', (run, { body }) => asksFor(kind)(run) && is(body ?? {}), act)
}

/** Takes another body instead of an answer to a question of that kind. */
function takes(kind: string, is: (body: Loose) => unknown, body: object) {
  return requests('respondToRun', (request, context) =>
    asksFor(kind)(runOf(request, context)) && is(request.body ?? {}) ? { ...request, body } : request,
  )
}
