/** Which clients rely on a requirement, by what their usage says. */
import type { OperationUsage, Usage } from '#openapi/usage'
import { type Requirement, refuses } from './contract.ts'

/** The clients that rely on a requirement, each with the operations by which it does: `billing (createTask)`. */
export function reliantOn(requirement: Requirement, usages: readonly Usage[]): string[] {
  return usages.flatMap(({ client, operations }) => {
    const own = requirement.operations.filter(id => operations[id] && relies(requirement, operations[id]))
    const more = own.length > 3 ? ` and ${own.length - 3} more` : ''
    return own.length === 0 ? [] : [`${client} (${own.slice(0, 3).join(', ')}${more})`]
  })
}

function relies({ subject, reply }: Requirement, { sends, replies }: OperationUsage): boolean {
  const { in: where, field = '*', case: kind = '' } = subject ?? {}
  const met = Object.keys(replies)
  // A client that never met such a refusal does not need it.
  if (subject && refuses(subject)) return met.includes('422') || met.includes('400')
  if (reply === 'refused-403') return met.includes('403')
  if (reply === 'refused') return met.some(status => status.startsWith('4'))
  if (field === '*' || sends === 'unknown') return true
  const sent = sends[where === 'query' ? `query ${field}` : `body.${field}`]
  return /^(default|absent|accepts-missing)$/.test(kind) ? sent?.sent !== 'always' : sent !== undefined
}
