// Checks an answer against the question of a paused run (section 3, and the gaps about answers).

import type { Issue, Schemas } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import type { Answers, Question, RunRow } from '../world/runs.ts'
import type { QuestionField } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { post } from './chats.ts'
import { FIELD_TYPES } from './field-types.ts'
import { acceptedOperations } from './run-moves.ts'
import { continueRun } from './runs.ts'

type Response = Schemas['_RunRespondRequest']

/** Whether the response answers the question of the run as it is now: its agent's script may have changed. */
export function mayAnswer(workspace: Workspace, run: RunRow, response: Response): boolean {
  const question = questionOf(run, workspace)
  return question !== null && issuesOf(question, response).length === 0
}

/** Answers the question of a paused run, which then resumes. */
export function answerRun(workspace: Workspace, run: RunRow, response: Response): RunRow {
  const question = questionOf(run, workspace)
  if (!question || !run.progress) throw notAsking(run, workspace)
  const issues = issuesOf(question, response)
  if (issues.length > 0) {
    const [first] = issues
    throw new Refusal('answer_mismatch', `${first?.message}. The run goes on waiting.`, {
      issues,
      because: {
        state: `the run asks: ${question.prompt}`,
        accepted: [`${KEYS[question.kind]}: ${acceptedBy(question)}`],
      },
    })
  }
  const answers = merge(run.progress.answers, question, response)
  post(workspace, run.chatId, {
    type: 'question.answered',
    run_id: run.id,
    question_id: question.id,
    response,
  })
  post(workspace, run.chatId, {
    type: 'tool.returned',
    run_id: run.id,
    tool_call_id: question.id,
    name: 'ask_user',
    result: response[KEYS[question.kind]] ?? null,
  })
  return continueRun(workspace, run, { answers })
}

/** Gap `respond-decisions`: where questions take no decisions, each proposed action becomes a field with choices. */
function questionOf({ status, progress }: RunRow, { profile }: Workspace): Question | null {
  const question = status === 'paused' ? (progress?.question ?? null) : null
  const isOther = question?.kind === 'decisions' && !decisions.asksForDecisions(profile)
  return isOther ? { ...question, kind: 'fields' } : question
}

/** The member of the request body that answers each kind of question (section 2.2). */
const KEYS = { text: 'answer', fields: 'values', decisions: 'decisions' } as const

function issuesOf(question: Question, response: Response): Issue[] {
  const key = KEYS[question.kind]
  const issues: Issue[] = []
  for (const other of Object.values(KEYS))
    if (other !== key && isGiven(response[other]))
      issues.push(issue(other, `left out, because the question takes ${key}`, response[other]))
  if (response[key] == null) issues.push(issue(key, acceptedBy(question), response[key]))
  else if (question.kind === 'fields') issues.push(...issuesOfValues(question.fields, response.values ?? {}))
  else if (question.kind === 'decisions')
    issues.push(...issuesOfDecisions(question.fields, response.decisions ?? []))
  return issues
}

/** Null, an empty list and an empty object count as left out. */
function isGiven(value: unknown): boolean {
  return value != null && (typeof value !== 'object' || Object.keys(value).length > 0)
}

function issuesOfValues(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, unknown>>,
): Issue[] {
  const issues: Issue[] = []
  for (const name of Object.keys(values))
    if (!fields.some(field => field.name === name))
      issues.push(
        issue(`values.${name}`, `one of ${fields.map(field => field.name).join(', ')}`, values[name]),
      )
  for (const field of fields) {
    const value = values[field.name] ?? undefined
    const { fits, says } = FIELD_TYPES[field.type]
    if (value === undefined ? field.required : !fits(value, field))
      issues.push(issue(`values.${field.name}`, says(field)[0], values[field.name]))
  }
  return issues
}

function issuesOfDecisions(
  actions: readonly QuestionField[],
  decisions: readonly Record<string, unknown>[],
): Issue[] {
  const missing = actions.filter(action => !decisions.some(decision => decision.name === action.name))
  return missing.map(action => issue('decisions', `a decision with the name ${action.name}`, decisions))
}

function acceptedBy({ kind, fields }: Question): string {
  if (kind === 'text') return 'a text'
  const names = fields.map(({ name }) => name).join(', ')
  return kind === 'fields' ? `an object with ${names}` : `a list with a decision for each of ${names}`
}

function issue(field: string, expected: string, received: unknown): Issue {
  const found = received === undefined ? 'was missing' : `was ${JSON.stringify(received)}`
  return {
    in: 'body',
    field,
    expected,
    received: received ?? null,
    message: `body.${field} must be ${expected}, but ${found}`,
  }
}

function merge(answers: Answers, question: Question, response: Response): Answers {
  switch (question.kind) {
    case 'text':
      return { ...answers, answer: response.answer ?? null }
    case 'fields':
      return { ...answers, values: { ...answers.values, ...response.values } }
    case 'decisions':
      return { ...answers, decisions: response.decisions ?? [] }
  }
}

function notAsking(run: RunRow, { profile }: Workspace): Refusal {
  const accepted = acceptedOperations(run, profile)
  const approval = run.progress?.approvalId
  const waits = approval ? `waits for the approval ${approval}, which a person decides` : 'asks nothing'
  const state = `run is ${run.status} and ${waits}`
  const message = `The run ${run.id} is ${run.status} and ${waits}. It takes ${accepted.join(', ')}.`
  const because = { state: `the ${state}`, accepted, says: `The ${state}.` }
  return new Refusal('not_asking', message, { param: 'run_id', because })
}
