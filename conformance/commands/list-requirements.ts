/** Lists the requirements; sends nothing. */

import { select } from '../engine/run-plan.ts'
import { excluded, requirements, sections } from '../requirements/contract.ts'
import { suite } from '../suite/index.ts'

export function list(only: readonly string[]): string {
  const chosen = select(suite, only)
  const lines: string[] = []
  let section = ''
  for (const { id, section: of, statement } of requirements) {
    if (!chosen.requirements.has(id)) continue
    if (of !== section) lines.push('', `${of}  ${sections[of] ?? ''}`)
    section = of
    const by = chosen.scenarios
      .filter(scenario => scenario.requirements.includes(id))
      .map(scenario => scenario.id)
    lines.push(`  ${id}  ${statement}`, `      ${by.length > 0 ? by.join(', ') : 'no check yet'}`)
  }
  if (only.length === 0) {
    lines.push('', 'Not observable with keys')
    for (const { id, statement, reason } of excluded) lines.push(`  ${id}  ${statement} (${reason})`)
  }
  return lines.join('\n').trimStart()
}
