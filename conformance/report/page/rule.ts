import type { Report } from '../report.ts'
import { type Child, element, line } from './elements.ts'

/** The rule of a finding; it unfolds what the rule takes for granted. */
export function ruleOf(id: string | null, report: Report, kind = 'violated'): Child {
  const rule = id === null ? undefined : report.rules[id]
  if (!rule) return null
  const { says, sections, grants, lookalike, excluded } = rule
  return line(
    'rule',
    element(
      'details.rule',
      element('summary', says),
      kind === 'met'
        ? element('p', 'A breach would have been a violation; these calls were searched for one.')
        : null,
      element('p', soft('Stated in section '), sections.join(', ')),
      element('p', soft('Taken for granted: '), grants),
      element('p', soft('Lawful behaviour that looks alike: '), lookalike),
      element('p', soft('Told apart: '), excluded),
    ),
  )
}

const soft = (text: string) => element('span.soft', text)
