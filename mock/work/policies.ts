// Simulated people who decide approvals and answer questions, on the workspace's clock.

import type { Schemas } from '#openapi'
import type { Random } from '../simulation/random.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import type { PersonRow } from '../world/people.ts'
import type { EventHandlers, EventPayloads, Outcome } from '../world/planned-events.ts'
import { isAboutPeople, type PolicyRule } from '../world/policies.ts'
import type { Question, RunRow } from '../world/runs.ts'
import type { QuestionField } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { answerRun, mayAnswer } from './answers.ts'
import { decideApproval, mayDecide } from './approvals.ts'
import { FIELD_TYPES } from './field-types.ts'
import { countRule, findRule, type Subject } from './policy-rules.ts'

const DECIDE = 'policy.decide'
const ANSWER = 'policy.answer'

/** Subscribes the policy of a workspace to new approvals and questions. Call once per workspace. */
export function attend(workspace: Workspace): void {
  const { approvals, runs, policies } = workspace.tables
  approvals.watch((before, after) => {
    if (policies.size === 0) return
    if (after?.status === 'pending' && before?.status !== 'pending') meetApproval(workspace, after)
  })
  runs.watch((before, after) => {
    if (policies.size === 0) return
    const question = after?.progress?.question
    if (question && before?.progress?.question?.id !== question.id) meetQuestion(workspace, after, question)
  })
}

/** Sets the rules. They also apply to what is already waiting. */
export function setRules(workspace: Workspace, rules: readonly PolicyRule[]): void {
  workspace.tables.policies.put({ id: 'policy', rules, turns: rules.map(() => 0) })
  planAgain(workspace)
}

/** Adds a rule before the others. Plans for what it matches are made anew, all others stay. */
export function addRule(workspace: Workspace, rule: PolicyRule): void {
  const { rules = [], turns = [] } = workspace.tables.policies.get('policy') ?? {}
  workspace.tables.policies.put({ id: 'policy', rules: [rule, ...rules], turns: [0, ...turns] })
  if (isAboutPeople(rule)) meetAll(workspace, rule)
}

/** Removes the rules and everything planned by them. */
export function clearRules(workspace: Workspace): void {
  workspace.tables.policies.delete('policy')
  planAgain(workspace)
}

function planAgain(workspace: Workspace): void {
  const { simulation } = workspace
  for (const { id, kind } of simulation.schedule.entries())
    if (kind === DECIDE || kind === ANSWER) simulation.cancel(id)
  meetAll(workspace)
}

/** With `only`, what another rule applies to first is left as it is. */
function meetAll(workspace: Workspace, only?: PolicyRule): void {
  const { approvals, runs } = workspace.tables
  for (const approval of approvals.range('oldest', 'status:pending')) meetApproval(workspace, approval, only)
  for (const run of runs.range('byStatus', 'paused'))
    if (run.progress?.question) meetQuestion(workspace, run, run.progress.question, only)
}

/** Carries out planned decisions and answers, unless nothing waits for them any more. */
export const policyEvents = {
  [DECIDE]: (workspace, { subject, payload }) => {
    const { by, outcome, comment } = payload
    const approval = workspace.tables.approvals.get(subject)
    const person = workspace.tables.people.get(by)
    if (approval?.status === 'pending' && person && mayDecide(person, approval))
      decideApproval(workspace, subject, { by, outcome, comment })
  },
  [ANSWER]: (workspace, { subject, payload }) => {
    const { questionId, response } = payload
    const run = workspace.tables.runs.get(subject)
    if (run?.progress?.question?.id === questionId && mayAnswer(workspace, run, response))
      answerRun(workspace, run, response)
  },
} satisfies Partial<EventHandlers>

function meetApproval(workspace: Workspace, approval: ApprovalRow, only?: PolicyRule): void {
  const people = workspace.tables.people.range('listed', null).filter(person => mayDecide(person, approval))
  const { kind, title, description, agentId } = approval
  const subject = { occasions: [kind], text: `${title}\n${description}`, agentId }
  const found = ruleFor(workspace, subject, rule => decider(rule, people, approval), only)
  if (!found) return
  workspace.simulation.cancelWhere(approval.id, DECIDE)
  const { rule, fits: person, random, turn } = found
  const outcome = outcomeOf(workspace, rule, approval, turn)
  const decision: EventPayloads[typeof DECIDE] = { by: person.id, outcome, comment: rule.comment }
  workspace.simulation.plan(workspace.now() + delay(rule, random), DECIDE, approval.id, decision)
}

function meetQuestion(workspace: Workspace, run: RunRow, question: Question, only?: PolicyRule): void {
  const subject: Subject = { occasions: ['question'], text: question.prompt, agentId: run.agentId }
  const found = ruleFor(workspace, subject, () => true, only)
  if (!found) return
  workspace.simulation.cancelWhere(run.id, ANSWER)
  const { rule, random } = found
  const at = workspace.now() + delay(rule, random)
  const response = responseTo(question, {
    answer: () => rule.answer ?? 'Yes, go ahead.',
    valueOf: field => rule.values[field.name] ?? FIELD_TYPES[field.type].usual(random, at, field),
    approves: () => !random.chance(rule.rejectShare),
  })
  const answer: EventPayloads[typeof ANSWER] = { questionId: question.id, response }
  workspace.simulation.plan(at, ANSWER, run.id, answer)
}

/** The first rule that matches and somebody can follow, with a random stream for this occasion alone. */
function ruleFor<Fits>(
  workspace: Workspace,
  subject: Subject,
  suits: (rule: PolicyRule) => Fits | undefined,
  only?: PolicyRule,
) {
  const found = findRule(workspace, subject, suits)
  if (!found || (only && found.rule !== only)) return undefined
  countRule(workspace, found)
  const { index, turn } = found
  return { ...found, random: workspace.random.fork(`policy rule ${index} turn ${turn}`) }
}

function decider({ by }: PolicyRule, people: readonly PersonRow[], { approverIds }: ApprovalRow) {
  if (by === null) return people.find(({ id }) => approverIds.includes(id)) ?? people[0]
  const id = by.personIds.find(id => people.some(person => person.id === id))
  return people.find(person => person.id === id)
}

/**
 * Shares are exact, not only on average: with a share of one in five, one in every five is rejected. Chance only picks
 * which of the five is the first.
 */
function outcomeOf(workspace: Workspace, rule: PolicyRule, { kind }: ApprovalRow, turn: number): Outcome {
  const chance = workspace.random.fork('policy')
  const [first, second] = [chance.float(), chance.float()]
  const { rejectShare, objectShare } = rule
  if (fallsOn(turn, rejectShare, first)) return 'rejected'
  if (kind !== 'workflow_gate') return 'approved'
  const others = turn - countUpTo(turn, rejectShare, first)
  return fallsOn(others, Math.min(1, objectShare / (1 - rejectShare)), second) ? 'objected' : 'approved'
}

function fallsOn(turn: number, share: number, start: number): boolean {
  return countUpTo(turn, share, start) > countUpTo(turn - 1, share, start)
}

function countUpTo(turn: number, share: number, start: number): number {
  return Math.floor(start + turn * share)
}

function delay({ afterMs: [least, longest] }: PolicyRule, random: Random): number {
  return random.int(least, Math.max(least, longest))
}

/** What a person answers: a text, a value for each field unless it is undefined, or a decision on each action. */
export function responseTo(
  { kind, fields }: Question,
  person: {
    readonly answer: () => string
    readonly valueOf: (field: QuestionField) => unknown
    readonly approves: () => boolean
  },
): Schemas['_RunRespondRequest'] {
  if (kind === 'text') return { answer: person.answer() }
  if (kind === 'fields') {
    const values = fields.map(field => [field.name, person.valueOf(field)] as const)
    return { values: Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
  }
  const decisions = fields.map(({ name, options = ['approve', 'reject'] }) => ({
    name,
    decision: (person.approves() ? options[0] : options.at(-1)) ?? 'approve',
  }))
  return { decisions }
}
