import { issue, type ReplyBody, type RequestOf } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import { immutable } from '../store/cache.ts'
import type { BucketOf } from '../store/table.ts'
import { answerRun } from '../work/answers.ts'
import { type Move, mayRetry, moveRefused, statusShown, statusStored } from '../work/run-moves.ts'
import { moveRun, startRun } from '../work/runs.ts'
import { requireRoomForRetry } from '../work/task-runs.ts'
import { decodeCursor, encodeCursor } from '../world/cursor.ts'
import { Refusal, requestInvalid } from '../world/refusal.ts'
import type { RunIndex } from '../world/run-table.ts'
import { NO_ATTACHMENTS, type RunRow, runAt, unchangedUntil } from '../world/runs.ts'
import { cachedBody } from './cached-body.ts'
import type { Context, Handlers } from './handler.ts'
import { withinMaximum } from './paging.ts'
import { runView, runViews } from './views/run.ts'
import { requireAgent, requireSeen, seesRun } from './visibility.ts'

/** Sections 2.2, 3 and 4.2, the runs. */
export const runs = {
  startRun({ path, body }, context) {
    const { workspace, caller } = context
    const { input = null, triggered_by = null, origin_chat_id = null, attachment_ids = NO_ATTACHMENTS } = body
    const agent = requireAgent(context, path.agent_id)
    requireKnown(context, origin_chat_id, attachment_ids)
    const run = startRun(workspace, {
      agent,
      startedBy: caller.person.id,
      input,
      triggeredBy: decisions.showsOwnTrigger(workspace.profile) ? 'api' : triggered_by,
      originChatId: origin_chat_id,
      attachmentIds: attachment_ids,
    })
    return { status: 200, body: started(run) }
  },

  respondToRun({ path, body }, context) {
    const run = answerRun(context.workspace, requireRunOf(context, path.agent_id, path.run_id), body)
    return { status: 200, body: runView(run, context.workspace) }
  },

  stopRun: ({ path }, context) => move(context, requireRunOf(context, path.agent_id, path.run_id), 'stop'),
  cancelRun: ({ path }, context) => move(context, requireSeen(context, 'run', path.run_id), 'cancel'),
  pauseRun: ({ path }, context) => move(context, requireSeen(context, 'run', path.run_id), 'pause'),
  resumeRun: ({ path }, context) => move(context, requireSeen(context, 'run', path.run_id), 'resume'),

  retryRun({ path }, context) {
    const { workspace, tables, caller } = context
    const run = requireSeen(context, 'run', path.run_id)
    if (!mayRetry(run)) throw moveRefused(run, 'retry', workspace.profile)
    requireRoomForRetry(workspace, run.taskId)
    const again = startRun(workspace, {
      agent: requireAgent(context, run.agentId),
      startedBy: caller.person.id,
      input: run.input,
      triggeredBy: run.triggeredBy,
      // The task may have been deleted.
      taskId: tables.tasks.get(run.taskId ?? '')?.id ?? null,
      retryOf: run.id,
      originChatId: run.originChatId,
      attachmentIds: run.attachmentIds,
    })
    return { status: 200, body: started(again) }
  },

  listRuns({ query }, context) {
    const { workspace, tables } = context
    const { agent_id = null } = query
    if (agent_id !== null && decisions.refusesUnknownIdFilter(workspace.profile))
      requireAgent(context, agent_id, { gap: 'unknown-id-filter' })
    const tablesRead = [tables.runs, tables.agents]
    // Which runs are on a page does not depend on the time, unlike what is shown of them.
    const page = cachedBody(context, ['listRuns', query], tablesRead, () => selectRuns(context, query))
    return { status: 200, body: pageAt(page, context) }
  },

  getRun({ path }, context) {
    const run = runAt(requireSeen(context, 'run', path.run_id), context.now)
    return { status: 200, body: runView(run, context.workspace) }
  },
} satisfies Partial<Handlers>

/** The runs of a page, and the cursor of the next one. */
function selectRuns(context: Context, query: RequestOf<'listRuns'>['query']) {
  const { workspace, tables } = context
  const { profile } = workspace
  const { agent_id = null, status = null } = query
  const limit = withinMaximum(query.limit, profile)
  const scope = { list: 'runs', filter: { agent_id, status } }
  const after = readCursor(query.cursor ?? null, query.offset, scope, context)
  const isSparse = decisions.filtersAfterPaging(profile) && query.offset == null
  const list = isSparse ? listOf(null, null) : listOf(agent_id, status === null ? null : statusStored(status))
  const hasStatus = (run: RunRow) => status === null || statusShown(run, profile) === status
  // One row more than the page holds shows whether there is a next page.
  const rows = tables.runs.scan([list], run => seesRun(context, run) && (isSparse || hasStatus(run)), {
    descending: decisions.listsNewestFirst(profile),
    limit: limit + 1,
    ...(after ? { after } : { skip: query.offset ?? 0 }),
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  const next = isMore ? encodeCursor({ ...scope, after: tables.runs.position('newest', last) }) : null
  const fits = (run: RunRow) => (agent_id === null || run.agentId === agent_id) && hasStatus(run)
  return { runs: isSparse ? page.filter(fits) : page, next }
}

/** What the pages that were read last show, from one instant until another. */
const bodies = new WeakMap<object, { body: ReplyBody<'listRuns'>; from: number; until: number }>()

function pageAt(page: ReturnType<typeof selectRuns>, { workspace, now }: Context): ReplyBody<'listRuns'> {
  const known = bodies.get(page)
  if (known && known.from <= now && now < known.until) return known.body
  const body = immutable({ data: runViews(page.runs, workspace, now), next_cursor: page.next })
  bodies.set(page, { body, from: now, until: Math.min(...page.runs.map(run => unchangedUntil(run, now))) })
  return body
}

function move({ workspace }: Context, run: RunRow, what: Move) {
  return { status: 200 as const, body: runView(moveRun(workspace, run, what), workspace) }
}

function started(run: RunRow) {
  return { run_id: run.id, chat_id: run.chatId, status: run.status }
}

/** A run of that agent, or a refusal. */
function requireRunOf(context: Context, agentId: string, runId: string): RunRow {
  const agent = requireAgent(context, agentId)
  const run = requireSeen(context, 'run', runId)
  if (run.agentId === agent.id) return run
  const message = `The run ${runId} is none of the agent ${agent.name}; it is one of ${run.agentId}.`
  throw new Refusal('run_not_found', message, { param: 'run_id' })
}

/** Gap `origin-chat-unknown`. No operation creates attachments, so every one is unknown. */
function requireKnown(
  { tables, workspace }: Context,
  chatId: string | null,
  [attachment]: readonly string[],
) {
  if (!decisions.refusesUnknownOriginChat(workspace.profile)) return
  const refuse = (field: string, expected: string, noun: string, received: string) => {
    const says = `must be ${expected}, but there is no ${noun} '${received}'`
    throw requestInvalid([issue('body', field, expected, received, says)])
  }
  if (chatId !== null && !tables.chats.get(chatId))
    refuse('origin_chat_id', 'the id of a chat', 'chat', chatId)
  if (attachment !== undefined)
    refuse('attachment_ids[0]', 'the id of an attachment', 'attachment', attachment)
}

function listOf(agentId: string | null, status: string | null): BucketOf<RunIndex> {
  if (agentId === null)
    return status === null ? { index: 'newest', bucket: null } : { index: 'byStatus', bucket: status }
  return status === null
    ? { index: 'byAgent', bucket: agentId }
    : { index: 'byAgentAndStatus', bucket: `${agentId}|${status}` }
}

/** Where the page begins; gaps `cursor-invalid` and `cursor-and-offset`. */
function readCursor(
  cursor: string | null,
  offset: number | null | undefined,
  scope: { list: string; filter: Record<string, unknown> },
  { workspace: { profile } }: Context,
) {
  if (cursor === null) return undefined
  if (offset != null && decisions.refusesCursorWithOffset(profile))
    throw cursorRefused('offset', offset, 'must be left out when a cursor is given')
  const read = decodeCursor(cursor, scope)
  if ('after' in read) return read.after
  if (decisions.startsOverOnInvalidCursor(profile)) return undefined
  const reasons = {
    malformed: 'was never given out; use the next_cursor of the page before as it is',
    'other-list': 'belongs to another list',
    'other-filter': 'was given for other filters; repeat the filters of the page before',
  }
  throw cursorRefused('cursor', cursor, reasons[read.refused])
}

function cursorRefused(field: string, received: unknown, says: string): Refusal {
  const issues = [issue('query', field, 'the next_cursor of the page before', received, says)]
  return new Refusal('cursor_invalid', `query.${field} ${says}.`, { issues })
}
