/** The kinds of records that calls name: how requests, replies and the mock refer to them. */
import { madeOnDemand, resourceOf } from '#mock/dialect'
import type { OperationId } from '#openapi'
import type { Call } from '../recording/calls.ts'

interface KindOfThing {
  /** Parameters and members of requests that name such a record. */
  readonly requests: readonly string[]
  /** Words in names of reply members that contain such an id, where they differ from the kind. */
  readonly members?: RegExp
  /** Names of fixtures in a target file. */
  readonly fixtures?: RegExp
  /** Operations that create such a record for other calls to name. */
  readonly madeBy?: readonly OperationId[]
}

/** The order matters: the first kind whose pattern matches a fixture's name wins. */
const ALL = {
  agent: { requests: ['agent_id', 'agentId', 'assignee_id', 'id'], fixtures: /^agent-/ },
  run: { requests: ['run_id'], madeBy: ['startRun', 'retryRun'] },
  chat: {
    requests: ['chat_id', 'origin_chat_id', 'conversationId'],
    madeBy: ['startRun', 'retryRun', 'startWorkflowRun'],
  },
  workflow: { requests: ['workflow_id'], fixtures: /^workflow/ },
  'workflow-run': { requests: [], members: /run/i, madeBy: ['startWorkflowRun'] },
  task: { requests: ['task_id', 'parent_task_id'], fixtures: /task/, madeBy: ['createTask'] },
  approval: { requests: ['approval_id'], fixtures: /approval|gate/ },
  client: { requests: ['client_id'], fixtures: /client/ },
  board: { requests: ['board_id'], fixtures: /board/ },
  project: { requests: ['project_id'], fixtures: /^project$/ },
  schedule: { requests: ['scheduled_id'], fixtures: /^schedule$/ },
  person: {
    requests: ['owner', 'assignee_id', 'id', 'approval_approver_ids'],
    members: /user|person|owner|by/i,
    fixtures: /member/,
  },
  team: { requests: ['team_id'], fixtures: /team/ },
  knowledge: { requests: ['knowledgeBaseIds'], members: /base|folder|knowledge/i, fixtures: /knowledge/ },
  model: { requests: ['model'], fixtures: /model/ },
  attachment: { requests: ['attachment_ids'], fixtures: /^attachment$/ },
  group: { requests: ['group_id'], fixtures: /^group$/ },
  number: { requests: ['ref'], madeBy: ['createTask'] },
  cursor: { requests: ['cursor'], madeBy: ['listRuns'] },
} satisfies Record<string, KindOfThing>

export type Kind = keyof typeof ALL
const KINDS: Readonly<Record<Kind, KindOfThing>> = ALL

const kinds = Object.keys(KINDS) as Kind[]
/** Workflows come before their runs, which are paired by them. */
export const inOrder = ([a]: readonly [Kind, unknown], [b]: readonly [Kind, unknown]) =>
  kinds.indexOf(a) - kinds.indexOf(b)

function kindsWith(has: (one: KindOfThing) => boolean): readonly Kind[] {
  return kinds.filter(kind => has(KINDS[kind]))
}

const byRequest = madeOnDemand((name: string) => kindsWith(({ requests }) => requests.includes(name)))
const byPrefix = new Map(kinds.map(kind => [resourceOf(kind)?.prefix, kind]))

/** The kinds that a request's parameter or member names. */
export function kindsNamed(name: string, call: Pick<Call, 'path' | 'query' | 'body'>): readonly Kind[] {
  if (name === 'id' || name === 'assignee_id') {
    const type = /(?:"type"|"assignee_type"): ?"(agent|user)"|assignee_type=(agent|user)/.exec(
      `${call.body ?? ''} ${call.query}`,
    )
    const [, inBody, inQuery] = type ?? []
    if (inBody ?? inQuery) return [(inBody ?? inQuery) === 'agent' ? 'agent' : 'person']
  }
  if (name === 'run_id' && call.path.startsWith('/workflows/')) return ['workflow-run']
  return byRequest(name)
}

/** The kinds of records that an operation creates for other calls to name. */
export function kindsMadeBy(operation: OperationId | undefined): readonly Kind[] {
  return operation === undefined ? [] : kindsWith(({ madeBy }) => madeBy?.includes(operation) ?? false)
}

/** The kind of a mock's id, by its prefix. */
export function kindOfMockId(value: unknown): Kind | undefined {
  if (typeof value !== 'string' || !/^[a-z]+_[0-9a-z]{20,}$/.test(value)) return undefined
  return byPrefix.get(value.slice(0, value.indexOf('_')))
}

/** Whether a member of this name may contain the id of such a record. */
export function mayName(kind: Kind, name: string): boolean {
  if (kind === 'number') return /num|^no$|nr$|key|ref/i.test(name)
  if (kind === 'cursor') return /cursor/i.test(name)
  return (KINDS[kind].members ?? new RegExp(kind, 'i')).test(name) || /^(_?id|uuid|key)$/i.test(name)
}

export function kindOfFixture(name: string): Kind | undefined {
  return kindsWith(({ fixtures }) => fixtures?.test(name) ?? false)[0]
}
