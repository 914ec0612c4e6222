// Handles ids in bodies and filters that are unknown, or unknown to the caller.

import { type GapId, issue } from '#openapi'
import { RESOURCES } from '../../dialect/resource-kinds.ts'
import { decisions } from '../../profile/decisions.ts'
import { Refusal, requestInvalid } from '../../world/refusal.ts'
import type { Context } from '../handler.ts'
import { SEES } from '../visibility.ts'

/** The kinds of resources in the body of a task. No operation has schedules, so `scheduled_id` is kept as it was sent. */
const REFERENCES = {
  agent_id: 'agent',
  workflow_id: 'workflow',
  board_id: 'board',
  project_id: 'project',
  parent_task_id: 'task',
} as const

type Field = keyof typeof REFERENCES
type Kind = (typeof REFERENCES)[Field] | 'person'

type References = { readonly [field in Field]?: string | null } & {
  readonly approval_approver_ids?: readonly string[] | null
}

/** Refuses a body with unknown ids; gap `task-reference-unknown`. */
export function requireReferences(context: Context, body: References): void {
  const gap = 'task-reference-unknown'
  for (const [field, kind] of Object.entries(REFERENCES)) {
    const id = body[field as Field] ?? null
    if (id !== null) requireKnown(context, gap, kind, field, id)
  }
  body.approval_approver_ids?.forEach((id, at) => {
    requireKnown(context, gap, 'person', `approval_approver_ids[${at}]`, id)
  })
}

/** Refuses filters with unknown ids, if the profile does; gap `unknown-id-filter`. */
export function requireFilters(
  context: Context,
  query: { readonly [field in 'owner' | 'board_id' | 'project_id' | 'assignee_id']?: string | null },
): void {
  if (!decisions.refusesUnknownIdFilter(context.workspace.profile)) return
  const kinds = { owner: 'person', board_id: 'board', project_id: 'project', assignee_id: 'person' } as const
  for (const [field, kind] of Object.entries(kinds)) {
    const id = query[field as keyof typeof kinds] ?? null
    if (id === null || id === 'me' || isKnown(context, kind, id)) continue
    if (field !== 'assignee_id' || !isKnown(context, 'agent', id))
      throw unknown('unknown-id-filter', kind, `query.${field}`, id)
  }
}

/** Refuses an unknown id in a body, if the answer to the gap does. */
export function requireKnown(
  context: Context,
  gap: 'task-reference-unknown' | 'assignee-unknown',
  kind: Kind,
  field: string,
  id: string,
): void {
  const decision = gap === 'assignee-unknown' ? decisions.unknownAssignee : decisions.unknownTaskReference
  const answer = decision(context.workspace.profile)
  if (answer === 'accept' || isKnown(context, kind, id)) return
  if (answer === '404') throw unknown(gap, kind, `body.${field}`, id)
  const expected = `the id of a ${kind}`
  const says = `must be ${expected}, but there is no ${kind} '${id}'`
  throw requestInvalid([issue('body', field, expected, id, says)])
}

/** Agents and tasks are known to those who see them. */
function isKnown(context: Context, kind: Kind, id: string): boolean {
  const row = context.tables[RESOURCES[kind].table].get(id)
  return row !== undefined && ((kind !== 'agent' && kind !== 'task') || SEES[kind](context, row as never))
}

function unknown(gap: GapId, kind: Kind, param: string, id: string): Refusal {
  const message = `There is no ${kind} ${id}; ${param} has to name one that the key's owner can see.`
  return new Refusal(`${kind}_not_found`, message, { param, gap })
}
