/** Finds records for the checks to use: from the target file, else the first that the lists show. */

import type { Trial } from '../engine/trial.ts'
import type { Json } from '../extract/find-value.ts'
import { replyRows, rowKind } from '../extract/list-rows.ts'
import { idOf } from '../extract/record.ts'
import { operation, scopeOf } from '../requirements/contract.ts'
import { Missing } from '../requirements/missing.ts'
import { CAPABILITIES, type Capability } from '../target/target-schema.ts'

export interface Known {
  id: string
  record: Json
}

export const agents = (t: Trial): Promise<Known[]> => t.once('agents', () => all(t, 'listAgents'))

export const workflows = (t: Trial): Promise<Known[]> => t.once('workflows', () => all(t, 'listWorkflows'))

export const folders = (t: Trial): Promise<Known[]> => t.once('folders', () => all(t, 'listKnowledgeFolders'))

/** Any agent; agents of the target file are preferred, because they are known to be cheap. */
export async function knownAgent(t: Trial): Promise<{ id: string }> {
  for (const name of ['agent-finishes', 'agent-slow', 'agent-fails'] as const) {
    const fixture = t.target.fixtures.get(name)
    if (fixture?.id) return fixture
  }
  return firstOf('agent', await agents(t))
}

export async function knownWorkflow(t: Trial): Promise<{ id: string; body?: Record<string, unknown> }> {
  const fixture = t.target.fixtures.get('workflow')
  if (fixture?.id) return fixture
  return firstOf('workflow', await workflows(t))
}

function firstOf(kind: string, [first]: readonly Known[]): Known {
  if (!first) throw noneKnown(kind)
  return first
}

export const noneKnown = (kind: string) =>
  new Missing(`a known ${kind}: the list shows none, or none with an id under a usual name`)

async function all(t: Trial, operation: string): Promise<Known[]> {
  const reply = await t.need(operation)
  return replyRows(reply).flatMap(record => {
    const id = idOf(record, rowKind(operation))
    return id === undefined ? [] : [{ id, record }]
  })
}

/** The part of the service that an operation belongs to, which a target may declare absent. */
export const capabilityOf = (operationId: string): Capability => {
  const { tag } = operation(operationId)
  return CAPABILITIES.find(one => one === tag) ?? 'analytics'
}

/** What a call of that operation needs. */
export const needsOf = (operationId: string) => ({
  capability: capabilityOf(operationId),
  scopes: [scopeOf(operationId)],
})
