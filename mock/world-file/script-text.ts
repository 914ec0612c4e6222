// Parses scripts in world files: steps separated by semicolons, or a list.

import { closestWord } from '../../flags/similar-words.ts'
import { keepMembers } from '../store/members.ts'
import { PLACEHOLDER, PLACEHOLDERS } from '../work/fill-in.ts'
import { parseLine } from '../work/steps.ts'
import type { QuestionField, Step } from '../world/script.ts'
import type { Path, Report } from './problem.ts'

/** The required and optional members of each kind of step. */
const MEMBERS: {
  readonly [Kind in Step['do']]: readonly [needed: readonly string[], taken: readonly string[]]
} = {
  work: [['seconds'], ['variation', 'tokensPerSecond']],
  say: [['text'], []],
  tool: [['name'], ['arguments', 'result', 'seconds']],
  ask: [['prompt'], []],
  'ask-fields': [['prompt', 'fields'], []],
  'ask-decisions': [['prompt', 'actions'], []],
  'await-approval': [['title'], ['description']],
  fail: [['message'], ['code']],
  finish: [['summary'], []],
}

/** The steps of a script; mistakes are reported. */
export function stepsOf(script: unknown, at: Path, report: Report): Step[] {
  const steps =
    typeof script === 'string'
      ? script.split(';').flatMap(line => lineStep(line.trim(), at, report))
      : (script as Record<string, unknown>[]).flatMap((step, index) => listStep(step, [...at, index], report))
  for (const [, name = ''] of JSON.stringify(steps).matchAll(PLACEHOLDER)) {
    if (PLACEHOLDERS.includes(name.split('.', 1)[0]!)) continue
    const meant = closestWord(name, PLACEHOLDERS)
    report(
      at,
      `there is no placeholder {{${name}}}; ${meant ? `did you mean {{${meant}}}?` : 'there are {{input.task}}, {{answer}}, {{values.name}} and {{decisions}}'}`,
    )
  }
  const end = steps.findIndex(({ do: kind }) => kind === 'finish' || kind === 'fail')
  if (end < 0) report(at, 'the script never ends; its last step must be finish <summary> or fail <message>')
  else if (end < steps.length - 1)
    report(at, `nothing happens behind ${steps[end]!.do}; it must be the last step of the script`)
  return steps
}

function lineStep(line: string, at: Path, report: Report): Step[] {
  const steps = parseLine(line)
  if (typeof steps !== 'string') return steps
  report(
    at,
    `there is no step '${line}'; expected ${steps.replace('; or the handle of a ready-made agent', '')}`,
  )
  return []
}

function listStep(step: Record<string, unknown>, at: Path, report: Report): Step[] {
  const kind = step.do as Step['do']
  const [needed, taken] = MEMBERS[kind]
  const missing = needed.filter(name => step[name] === undefined)
  for (const name of missing) report(at, `the step ${kind} needs the member ${name}`)
  for (const name of Object.keys(step))
    if (name !== 'do' && !needed.includes(name) && !taken.includes(name))
      report([...at, name], `the step ${kind} takes no ${name}; it takes ${[...needed, ...taken].join(', ')}`)
  if (missing.length > 0) return []
  return [withDefaults(step) as Step]
}

function withDefaults(step: Record<string, unknown>): Record<string, unknown> {
  const given = keepMembers(step, (_, value) => value !== undefined)
  switch (step.do) {
    case 'tool':
      return { do: 'tool', arguments: {}, result: 'ok', seconds: 1, ...given }
    case 'await-approval':
      return { do: 'await-approval', description: step.title, ...given }
    case 'fail':
      return { do: 'fail', code: 'scripted_failure', ...given }
    case 'ask-fields':
      return { ...step, fields: fieldsOf(step.fields, 'text') }
    case 'ask-decisions':
      return { ...step, actions: fieldsOf(step.actions, 'choice') }
    default:
      return step
  }
}

function fieldsOf(fields: unknown, usual: QuestionField['type']): QuestionField[] {
  return (fields as Partial<QuestionField>[]).map(field => {
    const { name = '', label = name, type = usual, required = true, options } = field
    const choices = options ?? (type === 'choice' ? ['approve', 'reject'] : undefined)
    return { name, label, type, required, ...(choices ? { options: choices } : {}) }
  })
}
