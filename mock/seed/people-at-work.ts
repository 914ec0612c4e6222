// The people of the history, who answer questions and decide approvals in office hours.

import type { Schemas } from '#openapi'
import { HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { answerRun } from '../work/answers.ts'
import { decideApproval } from '../work/approvals.ts'
import { valueFor } from '../work/policies.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { Outcome } from '../world/planned-events.ts'
import type { Question } from '../world/runs.ts'
import type { History } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { nextWorking } from './calendar.ts'
import type { Company } from './company.ts'
import { drawWord } from './job-words.ts'

/** Exceptions; everything else is answered and approved. */
export interface Intentions {
  /** Runs, workflow runs and tasks that nobody handles, so that they are still waiting when the history ends. */
  readonly leftWaiting: Set<string>
  /** The outcome of the gates of a workflow run, by its id. */
  readonly gates: Map<string, Outcome>
}

/** Adds a decision or answer to the agenda for everything that starts to wait. */
export function letPeopleWork(
  agenda: Agenda,
  random: Random,
  company: Company,
  { leftWaiting, gates }: Intentions,
  history: History,
): void {
  const { workspace } = agenda
  const { approvals, runs } = workspace.tables
  const isLeft = (...ids: readonly (string | null)[]) => ids.some(id => id !== null && leftWaiting.has(id))

  approvals.watch((before, approval) => {
    if (approval?.status !== 'pending' || before?.status === 'pending') return
    const at = nextWorking(random, agenda.now() + random.int(10 * MINUTE, 5 * HOUR), history)
    agenda.add(at, () => {
      if (isLeft(approval.runId, approval.workflowRunId, approval.taskId)) return
      if (approvals.get(approval.id)?.status === 'pending') decide(approval)
    })
  })

  runs.watch((before, run) => {
    const question = run?.progress?.question
    if (!question || before?.progress?.question?.id === question.id) return
    const at = nextWorking(random, agenda.now() + random.int(2 * MINUTE, 3 * HOUR), history)
    agenda.add(at, () => {
      if (isLeft(run.id, run.workflowRunId, run.taskId)) return
      const current = runs.get(run.id)
      if (current?.progress?.question?.id === question.id)
        answerRun(workspace, current, answerTo(random, question, history))
    })
  })

  function decide(approval: ApprovalRow): void {
    const wished = gates.get(approval.workflowRunId ?? '')
    const outcome =
      wished ?? (approval.kind === 'run' && random.chance(history.rejects ?? 0.15) ? 'rejected' : 'approved')
    const by = approval.approverIds.length > 0 ? random.pick(approval.approverIds) : company.first.id
    decideApproval(workspace, approval.id, {
      by,
      outcome,
      comment: random.pick(history.comments?.[approval.kind]?.[outcome] ?? [null]),
    })
  }
}

/** An answer to a question, from the history where it has one. */
export function answerTo(
  random: Random,
  question: Question,
  { answers = ['Yes, go ahead.'], values = {} }: History,
): Schemas['_RunRespondRequest'] {
  switch (question.kind) {
    case 'text':
      return { answer: random.pick(answers) }
    case 'fields':
      return { values: valuesFor(random, question.fields, values) }
    case 'decisions':
      return {
        decisions: question.fields.map(({ name, options = ['approve', 'reject'] }) => ({
          name,
          decision: (random.chance(0.8) ? options[0] : options.at(-1)) ?? 'approve',
        })),
      }
  }
}

/**
 * The declared values of the history, or random ones that fit. Fields without a declared value are filled in only if
 * required.
 */
function valuesFor(random: Random, fields: Question['fields'], values: NonNullable<History['values']>) {
  return Object.fromEntries(
    fields.flatMap(field => {
      const said = values[field.name]
      if (said !== undefined) return [[field.name, drawWord(random, said)]]
      return field.required ? [[field.name, valueFor(field, random, 0)]] : []
    }),
  )
}
