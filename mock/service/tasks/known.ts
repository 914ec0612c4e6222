// Handles ids in bodies and filters that are unknown, or unknown to the caller.

import { type GapId, issue, type Schemas } from '#openapi'
import type { RefusalCode } from '../../dialect/refusal-rules.ts'
import { decisions } from '../../profile/decisions.ts'
import { Refusal, requestInvalid } from '../../world/refusal.ts'
import type { Context } from '../handler.ts'
import { seesAgent } from '../visibility.ts'
import { seesTask } from './visible.ts'

interface Kind {
  readonly noun: string
  readonly code: RefusalCode
  readonly exists: (context: Context, id: string) => boolean
}

type Noun = 'person' | 'agent' | 'task' | 'board' | 'project' | 'workflow'

const kind = (noun: Noun, exists: Kind['exists']): Kind => ({ noun, code: `${noun}_not_found`, exists })
const person = kind('person', ({ tables }, id) => tables.people.get(id) !== undefined)
const board = kind('board', ({ tables }, id) => tables.boards.get(id) !== undefined)
const project = kind('project', ({ tables }, id) => tables.projects.get(id) !== undefined)
const workflow = kind('workflow', ({ tables }, id) => tables.workflows.get(id) !== undefined)
const agent = kind('agent', ({ tables, caller }, id) => {
  const found = tables.agents.get(id)
  return found !== undefined && seesAgent(caller.person, found)
})
const task = kind('task', (context, id) => {
  const found = context.tables.tasks.get(id)
  return found !== undefined && seesTask(context, found)
})

/** The kinds of resources in the body of a task. No operation has schedules, so `scheduled_id` is kept as it was sent. */
const REFERENCES = [
  { field: 'agent_id', kind: agent },
  { field: 'workflow_id', kind: workflow },
  { field: 'board_id', kind: board },
  { field: 'project_id', kind: project },
  { field: 'parent_task_id', kind: task },
] as const

type References = { readonly [field in (typeof REFERENCES)[number]['field']]?: string | null } & {
  readonly approval_approver_ids?: readonly string[] | null
}

/** Refuses a body with unknown ids; gap `task-reference-unknown`. */
export function requireReferences(context: Context, body: References): void {
  const gap = 'task-reference-unknown'
  for (const { field, kind } of REFERENCES) {
    const id = body[field] ?? null
    if (id !== null) requireKnown(context, gap, kind, field, id)
  }
  body.approval_approver_ids?.forEach((id, at) => {
    requireKnown(context, gap, person, `approval_approver_ids[${at}]`, id)
  })
}

/** Refuses an unknown assignee; gap `assignee-unknown`. */
export function requireAssignee(
  context: Context,
  type: Schemas['AssigneeType'],
  field: string,
  id: string,
): void {
  requireKnown(context, 'assignee-unknown', type === 'agent' ? agent : person, field, id)
}

/** Refuses filters with unknown ids, if the profile does; gap `unknown-id-filter`. */
export function requireFilters(
  context: Context,
  query: { readonly [field in 'owner' | 'board_id' | 'project_id' | 'assignee_id']?: string | null },
): void {
  if (!decisions.refusesUnknownIdFilter(context.workspace.profile)) return
  const assignee = {
    ...person,
    exists: (_: Context, id: string) => person.exists(context, id) || agent.exists(context, id),
  }
  const kinds = { owner: person, board_id: board, project_id: project, assignee_id: assignee }
  for (const [field, kind] of Object.entries(kinds)) {
    const id = query[field as keyof typeof kinds] ?? null
    if (id !== null && id !== 'me' && !kind.exists(context, id))
      throw unknown('unknown-id-filter', kind, `query.${field}`, id)
  }
}

function requireKnown(
  context: Context,
  gap: 'task-reference-unknown' | 'assignee-unknown',
  kind: Kind,
  field: string,
  id: string,
): void {
  const answer = (gap === 'assignee-unknown' ? decisions.unknownAssignee : decisions.unknownTaskReference)(
    context.workspace.profile,
  )
  if (answer === 'accept' || kind.exists(context, id)) return
  if (answer === '404') throw unknown(gap, kind, `body.${field}`, id)
  const expected = `the id of a ${kind.noun}`
  const says = `must be ${expected}, but there is no ${kind.noun} '${id}'`
  throw requestInvalid([issue('body', field, expected, id, says)])
}

function unknown(gap: GapId, { noun, code }: Kind, param: string, id: string): Refusal {
  return new Refusal(
    code,
    `There is no ${noun} ${id}; ${param} has to name one that the key's owner can see.`,
    { param, gap },
  )
}
