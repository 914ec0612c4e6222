/** Which clients rely on a requirement, by what their usage says. */
import type { OperationUsage, Usage } from '#openapi/usage'
import { type Requirement, statedRefusal } from './contract.ts'

/** The clients that rely on a requirement, each with the operations by which it does: `billing (createTask)`. */
export function reliantOn(requirement: Requirement, usages: readonly Usage[]): string[] {
  return usages.flatMap(({ client, operations }) => {
    const own = requirement.operations.filter(id => operations[id] && relies(requirement, operations[id]))
    const more = own.length > 3 ? ` and ${own.length - 3} more` : ''
    return own.length === 0 ? [] : [`${client} (${own.slice(0, 3).join(', ')}${more})`]
  })
}

function relies(requirement: Requirement, { sends, replies }: OperationUsage): boolean {
  const { in: where, field = '*', case: kind = '' } = requirement.subject ?? {}
  const refusal = statedRefusal(requirement)
  const met = Object.keys(replies)
  // A client that never met such a refusal does not need it.
  if (refusal === '422') return met.includes('422') || met.includes('400')
  if (refusal === '403') return met.includes('403')
  if (refusal === 'a refusal') return met.some(status => status.startsWith('4'))
  if (field === '*' || sends === 'unknown') return true
  const sent = sends[where === 'query' ? `query ${field}` : `body.${field}`]
  return /^(default|absent|accepts-missing)$/.test(kind) ? sent?.sent !== 'always' : sent !== undefined
}
