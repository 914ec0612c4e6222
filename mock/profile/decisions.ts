// The mock's behaviour where the specification is silent, as one table: a decision has a name, the gap that it depends
// on, and an outcome for every answer. Code outside mock/profile asks for decisions and never reads answers, so this
// table shows every effect of an answer. Answers that only affect messages are rewrites (see `rewrites/`).
import type { GapAnswers, GapId } from '#openapi'
import type { Profile } from './profile.ts'

/** Returns the outcome of a decision under a profile. */
interface Decision<Outcome> {
  (profile: Profile): Outcome
  readonly gap: GapId
}

/** What each answer of a gap means, and no other. */
type OutcomesOf<Id extends GapId, Named> = Readonly<Record<GapAnswers[Id], unknown>> &
  Readonly<Record<Exclude<keyof Named, GapAnswers[Id]>, never>>

function decide<Id extends GapId, const Outcomes extends OutcomesOf<Id, Outcomes>>(
  gap: Id,
  outcomes: Outcomes,
): Decision<Outcomes[GapAnswers[Id]]> {
  return Object.assign((profile: Profile) => outcomes[profile[gap]], { gap })
}

/** A decision whose outcome is the answer itself. */
function asAnswered<Id extends GapId>(gap: Id): Decision<GapAnswers[Id]> {
  return Object.assign((profile: Profile): GapAnswers[Id] => profile[gap], { gap })
}

/**
 * Every decision, by topic.
 *
 * @example if (decisions.refusesBusyAgent(workspace.profile)) throw busy()
 */
export const decisions = {
  // Paths and ids
  idFormat: asAnswered('id-format'),
  otherSpelling: asAnswered('trailing-slash'),

  // Requests
  acceptsAnyContentType: decide('wrong-content-type', { '422': false, '415': false, accept: true }),
  readsMissingBodyAsEmpty: decide('missing-body', { refuse: false, 'empty-object': true }),
  repeatedParameter: asAnswered('repeated-parameters'),
  refusesUnknownParameters: decide('unknown-query-parameters', { ignore: false, refuse: true }),
  refusesNullTitle: decide('null-title-update', { unchanged: false, refuse: true }),
  refusesUnknownIdFilter: decide('unknown-id-filter', { empty: false, 'not-found': true }),
  unknownAssignee: decide('assignee-unknown', { refuse: '404', invalid: '422', accept: 'accept' }),
  unknownTaskReference: decide('task-reference-unknown', { refuse: '404', invalid: '422', accept: 'accept' }),
  acceptsLooseDates: decide('workflow-run-dates', { iso: false, lenient: true }),
  ignoresFalseObjectionFilter: decide('had-objection-false', { without: false, all: true }),

  // Pages
  defaultPageSize: decide('page-size-default', { '50': 50, '20': 20, '100': 100 }),
  maximumPageSize: decide('page-size-maximum', { '200': 200, '100': 100 }),
  pageAliases: asAnswered('page-alias-mixed'),
  startsOverOnInvalidCursor: decide('cursor-invalid', { refuse: false, 'first-page': true }),
  refusesCursorWithOffset: decide('cursor-and-offset', { 'cursor-wins': false, refuse: true }),
  filtersAfterPaging: decide('filtered-pages', { full: false, sparse: true }),
  listsNewestFirst: decide('list-order', { 'newest-first': true, 'oldest-first': false }),

  // Late reads
  shareOfLateReads: decide('read-after-write', { 'at-once': 0, 'seconds-later': 1, unsteady: 0.5 }),

  // Periods
  daysWindow: asAnswered('days-window'),
  payingTeam: asAnswered('run-team'),
  countsSubscriptionAsSpend: decide('spend-definition', { usage: false, all: true }),
  refusesFutureMonth: decide('month-in-future', { zeros: false, refuse: true }),
  usesZoneOfWorkspace: decide('tz-default', { utc: false, workspace: true }),
  readsUnknownZoneAsUtc: decide('tz-unknown', { refuse: false, utc: true }),

  // Keys, scopes and roles
  readsOtherFormAsUnknownKey: decide('authorization-form', { 'no-key': false, 'unknown-key': true }),
  validatesBeforeKey: decide('refusal-order', { 'key-first': false, 'request-first': true }),
  chatStreamScope: decide('chat-stream-scope', {
    'any-of-four': null,
    'runs-read': 'runs:read',
    'agents-run': 'agents:run',
  }),
  everyAnalysisIsWorkspaceWide: decide('workspace-wide-endpoints', {
    'admin-and-insights': false,
    'all-but-own': true,
  }),
  showsRunsToStarterOnly: decide('run-visibility', { agent: false, starter: true }),
  showsTasksToOwnerOnly: decide('task-visibility', { tenant: false, own: true }),
  showsWorkflowsToOwnerOnly: decide('workflow-visibility', { tenant: false, own: true }),
  showsApprovalsToDecidersOnly: decide('approval-visibility', { concerned: false, deciders: true }),
  listsWorkflowApprovalsApart: decide('workflow-approvals', { both: false, apart: true }),
  agencyNeedsAdmin: decide('agency-access', { scope: false, admin: true }),

  // Rate limits
  analyticsRateLimit: decide('analytics-rate-limits', { own: null, '10': 10, '30': 30 }),
  otherRateLimit: decide('other-rate-limits', { none: null, '120': 120 }),
  usesFixedRateWindows: decide('rate-limit-window', { fixed: true, sliding: false }),
  limitsTenant: decide('rate-limit-subject', { key: false, tenant: true }),
  rateLimitHeaders: asAnswered('rate-limit-headers'),

  // Runs and chats
  refusesBusyAgent: decide('start-run-on-busy-agent', { parallel: false, refuse: true }),
  showsOwnTrigger: decide('triggered-by-values', { any: false, listed: false, own: true }),
  refusesUnknownOriginChat: decide('origin-chat-unknown', { accept: false, refuse: true }),
  refusesEmptyWallet: decide('empty-wallet', { '402': true, allow: false }),
  resumeWhileWaiting: asAnswered('paused-on-question-resume'),
  showsWaitingStatus: decide('paused-waiting-status', { paused: false, waiting: true }),
  asksForDecisions: decide('respond-decisions', { actions: true, 'never-asked': false }),
  showsCostWhileRunning: decide('cost-before-end', { grows: true, 'at-end': false }),
  chatStreamResumesFrom: asAnswered('chat-stream-resume'),
  ignoresMalformedEventId: decide('last-event-id-malformed', { refuse: false, 'from-start': true }),
  endedChatStreamIsEmpty: decide('chat-stream-after-end', { replay: false, empty: true }),
  sendsHeartbeats: decide('chat-stream-heartbeat', { comment: true, none: false }),

  // Tasks
  createsTaskInStatusSent: decide('task-create-status', { honoured: true, backlog: false }),
  showsDueDateAsSent: decide('due-date-echo', { normalized: false, 'as-sent': true }),
  agentOfTaskWorks: decide('task-agent', { works: true, kept: false }),
  workflowOfTaskStarts: decide('task-workflow', { kept: false, starts: true }),
  subtaskGoesToDefaultBoard: decide('subtask-board', { parent: false, default: true }),
  refusesReopening: decide('task-moves', { any: false, 'no-reopen': true }),
  numbersTasksPerBoard: decide('task-number-scope', { 'default-board': true, tenant: false }),
  refusesAmbiguousNumber: decide('bare-number-scope', { 'first-board': false, refuse: true }),
  taskRunTrigger: asAnswered('task-run-spawn'),
  refusesAtTaskLimit: decide('task-limits', { hold: false, refuse: true }),
  runsMoveTasks: decide('task-run-moves', { moves: true, stays: false }),
  approvalGatesDone: decide('task-approval-flow', { 'gate-done': true, 'no-effect': false }),
  approvalEndsWithReview: decide('task-approval-left', { stays: false, expires: true }),
  deletesSubtasks: decide('task-delete-aftermath', { 'runs-stay': false, cascade: true }),
  archivesByAge: decide('archive-rule', { person: false, age: true }),
  doneSinceCalendarDays: decide('done-since-days-window', { rolling: false, calendar: true }),
  doneSinceDaysKeepsOthers: decide('done-since-days-others', { keep: true, drop: false }),

  // Workflows
  workflowStartTakesInput: decide('workflow-start-fields', { input: true, ignore: false }),
  refusesBeyondWorkflowCap: decide('plan-caps', { 'workflow-runs': true, shown: false }),
  countsTestRuns: decide('workflow-test-run', { uncounted: false, counted: true }),

  // Completions and knowledge
  streamsByDefault: decide('stream-default', { whole: false, streamed: true }),
  unknownModelStatus: decide('model-unknown', { '404': 404, '422': 422 }),
  refusesAgentThatAsks: decide('agent-completion-asks', { 'question-as-message': false, refuse: true }),
  startsUnknownConversation: decide('conversation-unknown', { '404': false, new: true }),
  unknownKnowledgeBase: asAnswered('knowledge-base-unknown'),
  searchesHybridByDefault: decide('hybrid-default', { on: true, off: false }),
  defaultTopK: decide('top-k-bounds', { 'from-one': 5, clamp: 10 }),
  scoreScale: decide('knowledge-score', { unit: 1, raw: 20 }),
} as const
