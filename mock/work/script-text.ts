// A script in a field that every client may send: the text value `mock_script` in a run's `input`.
import { issue } from '#openapi'
import { Refusal } from '../world/refusal.ts'
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { parseLine } from './steps.ts'

/** The text value in `input` that contains a script. */
export const SCRIPT_INPUT = 'mock_script'

/**
 * The script that `input.mock_script` asks for; undefined without one. It is the handle of a ready-made agent
 * (`agent-that-fails`), or steps separated by `;`:
 *
 *     work 5s; say Looking at the invoices.; ask Which price list?; work 2s; finish Used {{answer}}.
 *
 * `steps.ts` lists the steps.
 */
export function requestedScript(
  workspace: Workspace,
  input: Readonly<Record<string, string>> | null,
): readonly Step[] | undefined {
  const text = input?.[SCRIPT_INPUT]?.trim()
  if (text === undefined || text === '') return undefined
  const [named] = workspace.tables.agents.range('byHandle', text, { limit: 1 })
  if (named) return named.script
  const lines = text.split(';', MAX_STEPS + 1)
  if (lines.length > MAX_STEPS) throw bad(`${text.slice(0, 40)}…`, `at most ${MAX_STEPS} steps`)
  return lines.flatMap(line => stepOf(line.trim()))
}

/** Longer scripts prove nothing more, and their events would delay all other requests. */
const MAX_STEPS = 1_000

function stepOf(line: string): Step[] {
  const steps = parseLine(line)
  if (typeof steps === 'string') throw bad(line, steps)
  return steps
}

function bad(line: string, expected: string): Refusal {
  const says = `has the step "${line}", which is none of the mock's: expected ${expected}.`
  const wrong = issue('body', `input.${SCRIPT_INPUT}`, expected, line, says)
  return new Refusal('script_invalid', wrong.message, { issues: [wrong] })
}
