// Finds the resources of an exchange: runs, tasks, workflow runs and approvals that its path or its reply names.
import { type OperationId, type OperationRow, operations } from '#openapi'
import type { Call as CurlLine, ResourceHistory } from '../control/generated/control.gen.ts'
import { RESOURCES, type ResourceKind, resourceOf } from '../dialect/resource-kinds.ts'
import type { WorkspaceEvent } from '../journal/event-log.ts'
import type { Exchange } from '../journal/exchange.ts'
import { parsed } from '../journal/filter.ts'
import { callOf } from '../journal/verify.ts'
import { eventsOf } from '../work/chat-events.ts'
import { acceptedOperations, waitsFor } from '../work/run-moves.ts'
import { describeHeld } from '../work/task-runs.ts'
import type { ApprovalRow } from '../world/approvals.ts'
import { pathTo, type RowOf, rowWith } from '../world/resource-rows.ts'
import type { Question, RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { WorkflowRunRow } from '../world/workflows.ts'
import { curlFor, curlForControl } from './curl.ts'
import type { ExplainContext, HistoryLine } from './explain-context.ts'

/** The resources of an exchange, as they are now. */
export function resourcesIn(entry: Exchange, scene: ExplainContext): ResourceHistory[] {
  const ids = [...Object.values(entry.pathParams), ...idsIn(parsed(entry.responseText))]
  const known = new Set(ids.filter(id => id !== undefined))
  return [...known].flatMap(id => {
    const history = resourceHistory(id, scene)
    if (!history) return []
    const unseen = entry.status === 404 && Object.values(entry.pathParams).includes(id)
    const note = unseen
      ? `It is there, but ${entry.caller?.person.name ?? 'the caller'} does not see it.`
      : history.note
    return [{ ...history, note }]
  })
}

/** Anything that has the id; a task by its reference as well, and a run by its chat. */
export function resourceHistory(id: string, scene: ExplainContext): ResourceHistory | undefined {
  const { tables } = scene.workspace
  const chat = tables.chats.get(id)
  const run = chat?.kind === 'run' ? tables.runs.get(chat.subjectId) : undefined
  for (const kind of Object.keys(RESOURCES) as ResourceKind[]) {
    const row = rowWith(tables, kind, run?.id ?? id) as AnyRow | undefined
    if (!row) continue
    const { waits_for, note, history, next } =
      DETAILS[kind]?.(row as never, scene) ?? plainly(kind, row, scene)
    const moves = history ?? historyOf(scene.events.of(row.id), scene)
    return { kind, id: row.id, status: row.status ?? 'there', waits_for, note, history: moves, next }
  }
  return undefined
}

interface AnyRow {
  readonly id: string
  readonly name?: string
  readonly title?: string
  readonly status?: string
}

type Details = Pick<ResourceHistory, 'waits_for' | 'note' | 'next'> &
  Partial<Pick<ResourceHistory, 'history'>>

const DETAILS: { readonly [Kind in ResourceKind]?: (row: RowOf<Kind>, scene: ExplainContext) => Details } = {
  run: ofRun,
  task: ofTask,
  'workflow-run': ofWorkflowRun,
  approval: ofApproval,
}

/** What waits for nothing has only a name, and a call to read it. */
function plainly(kind: ResourceKind, row: AnyRow, scene: ExplainContext): Details {
  const read = resourceOf(kind)?.read
  const next = read === undefined ? [] : [callOn(scene, read, row)]
  return { waits_for: null, note: row.name ?? row.title ?? null, next }
}

/** The ids in a reply that name what was created or read: those of the record itself, not of its items. */
function idsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && /^(id|run_id)$/.test(name) ? [value] : [],
  )
}

function ofRun(run: RunRow, scene: ExplainContext): Details {
  const { workspace } = scene
  const question = run.progress?.question
  const waits = waitsFor(run)
  const next = acceptedOperations(run, workspace.profile).map(id =>
    callOn(scene, id, run, bodyFor(id, question)),
  )
  const decide = run.progress?.approvalId ? [decision(scene, run.progress.approvalId)] : []
  return {
    waits_for: question
      ? `an answer to: ${question.prompt}`
      : waits === 'an approval'
        ? `approval ${run.progress?.approvalId}`
        : null,
    note: run.error ? `${run.error.code}: ${run.error.message}` : null,
    history: runLines(run, scene),
    next: [...next, ...decide],
  }
}

/**
 * Merges the events of the chat, which have every status with its reason, with those of the workspace, which have the
 * calls.
 */
function runLines(run: RunRow, scene: ExplainContext): HistoryLine[] {
  const moves = scene.events.of(run.id)
  const { tables } = scene.workspace
  const chat = tables.chats.get(run.chatId)
  const events = chat ? eventsOf(scene.workspace, chat) : []
  const statuses = events
    .filter(event => event.type === 'run.status')
    .filter(({ run_id }) => run_id === run.id)
  if (statuses.length === 0) return historyOf(moves, scene)
  let from: string | null = null
  return statuses.flatMap(({ at, status, error, summary }) => {
    if (status === from) return []
    const since = status === 'paused' ? events.filter(other => other.at === at) : []
    const asked = since.find(other => other.type === 'question.asked')
    const wanted = since.find(other => other.type === 'approval.requested')
    const pause = asked ? `asks: ${asked.question.prompt}` : wanted && `waits for ${wanted.approval_id}`
    const move = moves.find(({ at: moved, to }) => new Date(moved).toISOString() === at && to === status)
    const note = error?.message ?? summary ?? pause ?? null
    const line = { at, from, to: status, by: move ? byOf(move, scene) : null, note }
    from = status
    return [line]
  })
}

function ofTask(task: TaskRow, scene: ExplainContext): Details {
  const approval =
    task.approvalId === null ? undefined : scene.workspace.tables.approvals.get(task.approvalId)
  const held = task.heldRun && describeHeld(task.heldRun)
  const waits = approval?.status === 'pending' ? `approval ${approval.id}` : null
  const columns = (['todo', 'in_progress', 'in_review', 'done'] as const).filter(
    status => status !== task.status,
  )
  const moves = columns.map(status => ({
    ...callOn(scene, 'setTaskStatus', task, JSON.stringify({ status })),
    what: `move it to ${status}${status === 'done' && task.requiresApproval && approval?.status !== 'approved' ? ', which needs an approval first' : ''}`,
  }))
  return {
    waits_for: waits ?? held,
    note: `${task.reference} ${task.title}`,
    next: [...moves, callOn(scene, 'listTaskRuns', task), ...(waits ? [decision(scene, approval!.id)] : [])],
  }
}

function ofWorkflowRun(run: WorkflowRunRow, scene: ExplainContext): Details {
  const open = run.steps.find(({ startedAt, finishedAt }) => startedAt !== null && finishedAt === null)
  const stepRun = open?.runId ? scene.workspace.tables.runs.get(open.runId) : undefined
  const gate = open?.approvalId ? scene.workspace.tables.approvals.get(open.approvalId) : undefined
  const asked = stepRun?.progress?.question
  return {
    waits_for:
      gate?.status === 'pending'
        ? `approval ${gate.id}`
        : asked
          ? `an answer of run ${stepRun?.id} to: ${asked.prompt}`
          : null,
    note: open
      ? `The step ${open.stepId} is ${open.status}${stepRun ? `, its run ${stepRun.id} is ${stepRun.status}` : ''}.`
      : null,
    next: [
      ...(stepRun && asked ? [callOn(scene, 'respondToRun', stepRun, bodyFor('respondToRun', asked))] : []),
      ...(gate?.status === 'pending' ? [decision(scene, gate.id)] : []),
      callOn(scene, 'getWorkflowRun', run),
      callOn(scene, 'listWorkflowRunSteps', run),
    ],
  }
}

function ofApproval(approval: ApprovalRow, scene: ExplainContext): Details {
  const { people } = scene.workspace.tables
  const isPending = approval.status === 'pending'
  const named = approval.approverIds.map(id => people.get(id)?.name ?? id)
  const decider =
    approval.decidedBy === null ? null : (people.get(approval.decidedBy)?.name ?? approval.decidedBy)
  return {
    waits_for: isPending ? `a decision of ${[...named, 'an admin'].join(' or ')}; no key can decide` : null,
    note:
      decider === null
        ? approval.title
        : `${approval.title}: decided by ${decider}${approval.comment ? ` (${approval.comment})` : ''}`,
    next: isPending ? [decision(scene, approval.id)] : [callOn(scene, 'getApproval', approval)],
  }
}

function historyOf(moves: readonly WorkspaceEvent[], scene: ExplainContext): HistoryLine[] {
  return moves.map(move => ({
    at: new Date(move.at).toISOString(),
    from: move.from,
    to: move.to ?? 'deleted',
    by: byOf(move, scene),
    note: move.note,
  }))
}

function byOf({ exchange }: WorkspaceEvent, { journal }: ExplainContext): HistoryLine['by'] {
  if (exchange === null) return null
  const entry = journal.get(exchange)
  if (!entry) return { exchange, call: 'forgotten by the journal', key: null }
  return { exchange, call: callOf(entry), key: entry.caller?.key.name ?? null }
}

/** The body that answers a question; undefined for calls without a body. */
function bodyFor(operation: string, question: Question | null | undefined): string | undefined {
  if (operation !== 'respondToRun' || !question) return undefined
  if (question.kind === 'text') return JSON.stringify({ answer: '…' })
  const values = Object.fromEntries(question.fields.map(({ name, options }) => [name, options?.[0] ?? '…']))
  return JSON.stringify(question.kind === 'fields' ? { values } : { decisions: [values] })
}

/** A call about a resource. */
function callOn(scene: ExplainContext, id: string, row: { readonly id: string }, body?: string): CurlLine {
  const operation: OperationRow = operations[id as OperationId]
  const what = operation.summary.charAt(0).toLowerCase() + operation.summary.slice(1)
  return { what, operation: id, curl: curlFor(scene.baseUrl, operation, pathTo(operation, row), { body }) }
}

/** A call of the control API, for what only a person in the app can do. */
function decision({ workspace, baseUrl }: ExplainContext, approvalId: string): CurlLine {
  const path = `/_mock/workspaces/${workspace.id}/approvals/${approvalId}/decision`
  return {
    what: 'decide as a person in the app, which no key can',
    operation: 'decideApproval',
    curl: curlForControl(baseUrl, path, { outcome: 'approved' }),
  }
}
