/** Violations by cause, as cards: the call that shows it, and the requirements that it violates. */
import type { Report, ReportedCause } from '../report.ts'
import { cardHead, copyable, element, idButtons, line } from './elements.ts'
import { ruleOf } from './rule.ts'

/** How many requirements of a cause are described; the others are named. */
const SHOWN = 5

export function violationsByCause(report: Report, show: (id: string) => void) {
  if (report.causes.length === 0) return null
  return [
    element('h2', 'Violated'),
    element(
      'div.cards',
      report.causes.map(cause => card(cause, report, show)),
    ),
  ]
}

function card(cause: ReportedCause, report: Report, show: (id: string) => void) {
  const { what, severity, violations, exchange, repeat } = cause
  const call = report.exchanges[exchange ?? '']
  const rest = violations.slice(SHOWN)
  return element(
    'div.card',
    cardHead(severity, what),
    call ? sentAndBack(call) : null,
    line('again', copyable(repeat)),
    violations.slice(0, SHOWN).map(one => violation(one, cause, report, show)),
    rest.length > 0
      ? element(
          'p.ids',
          element('span.soft', 'and '),
          idButtons(
            rest.map(one => one.id),
            show,
          ),
        )
      : null,
  )
}

function violation(
  { id, sentence, rule }: ReportedCause['violations'][number],
  { what }: ReportedCause,
  report: Report,
  show: (id: string) => void,
) {
  const row = report.requirements.find(one => one.id === id)
  const { right, sure } = row?.violation ?? {}
  return element(
    'div.finding',
    element(
      'p',
      idButtons([id], show),
      ' ',
      row?.statement,
      ' ',
      element('span.soft', `section ${row?.section} · ${sure}`),
    ),
    sentence === what ? null : line('seen', sentence),
    right === undefined || right === row?.statement ? null : line('right', right),
    ruleOf(rule, report),
  )
}

function sentAndBack({ key, request, response }: Report['exchanges'][string]) {
  const sent = [request.method, request.url, request.body?.slice(0, 160)].filter(Boolean).join(' ')
  const back = `${response.status} ${response.body.replace(/\s+/g, ' ').slice(0, 200)}`
  return [
    line('sent', element('code', sent), element('span.soft', ` key ${key}`)),
    line('back', element('code', back)),
  ]
}
