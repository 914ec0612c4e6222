import type { Report } from '../report.ts'
import { type Child, element, line } from './elements.ts'

/** The rule of a finding; it unfolds what the rule takes for granted. */
export function ruleOf(id: string | null, report: Report): Child {
  const rule = id === null ? undefined : report.rules[id]
  if (!rule) return null
  const { says, sections, grants, lookalike, excluded } = rule
  return line(
    'rule',
    element(
      'details',
      { class: 'rule' },
      element('summary', {}, says),
      element('p', {}, `Stated in section ${sections.join(', ')}.`),
      element('p', {}, element('span', { class: 'soft' }, 'Taken for granted: '), grants),
      element('p', {}, element('span', { class: 'soft' }, 'Lawful behaviour that looks alike: '), lookalike),
      element('p', {}, element('span', { class: 'soft' }, 'Told apart: '), excluded),
    ),
  )
}
