// Rules about what a client never does.
import { type OperationId, operationIds, operations } from '#openapi'
import type { LintInput, LintRules, Occurrence } from './lint-rule.ts'

export const scopeRules: LintRules = {
  'scopes-never-used': {
    severity: 'note',
    section: '5',
    advice: 'Each key reaches only the scopes given to it.',
    todo: 'Give the key the scopes that it uses and no others, so that a key that leaks opens little.',
    look: scopesNeverUsed,
  },
  'refusals-never-met': {
    severity: 'note',
    section: '7',
    advice: 'Every endpoint answers 422 on validation failure, and others refuse with further statuses.',
    todo: 'Let a test meet each of these replies; a fault of this mock can send any of them (see faults).',
    look: refusalsNeverMet,
  },
}

function scopesNeverUsed({ keys, tally, entries }: LintInput): Occurrence[] {
  const { keyScopes } = tally
  const used = new Set([...keyScopes.keys()].map(name => name.split(' ')[0]))
  return keys.flatMap(({ id, name, scopes }) => {
    const idle = scopes.filter(scope => !keyScopes.has(`${id} ${scope}`))
    if (!used.has(id) || idle.length === 0) return []
    const needs = scopes.filter(scope => !idle.includes(scope))
    const latest = entries.findLast(({ caller }) => caller?.key.id === id)
    return [
      {
        exchanges: latest ? [latest.id] : [],
        what: `the key ${name} used ${needs.join(', ')} and never ${idle.join(', ')}`,
      },
    ]
  })
}

/** Checks only operations that the client calls. A refusal that it never met is one that it may not handle. */
function refusalsNeverMet({ tally }: LintInput): Occurrence[] {
  const { replies } = tally
  return operationIds.flatMap((id: OperationId) => {
    const { statuses } = operations[id]
    if (!statuses.some(status => replies.has(`${id} ${status}`))) return []
    const unmet = statuses.filter(status => status >= 400 && !replies.has(`${id} ${status}`))
    return unmet.length === 0 ? [] : [{ exchanges: [], what: `${id} never answered ${unmet.join(', ')}` }]
  })
}
