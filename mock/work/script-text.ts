// A script in a field that every client may send: the text value `mock_script` in a run's `input`.
import { issue } from '#openapi'
import { Cache } from '../store/cache.ts'
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
  return text === undefined || text === '' ? undefined : scriptIn(workspace, text)
}

/** The script that a text asks for. `place` is where the text stands, if it is no input of a run. */
export function scriptIn(
  workspace: Workspace,
  text: string,
  place = { field: `input.${SCRIPT_INPUT}`, name: `body.input.${SCRIPT_INPUT}` },
): readonly Step[] {
  const bad = (line: string, expected: string): Refusal => {
    const message = `${place.name} has the step "${line}", which is none of the mock's: expected ${expected}.`
    const wrong = { ...issue('body', place.field, expected, line), message }
    return new Refusal('script_invalid', message, { issues: [wrong] })
  }
  const { agents } = workspace.tables
  return scripts.of(text, [agents, agents.version], () => {
    const [named] = agents.range('byHandle', text, { limit: 1 })
    if (named) return named.script
    const lines = text.split(';', MAX_STEPS + 1)
    if (lines.length > MAX_STEPS) throw bad(`${text.slice(0, 40)}…`, `at most ${MAX_STEPS} steps`)
    return lines.flatMap(line => {
      const steps = parseLine(line.trim())
      if (typeof steps === 'string') throw bad(line.trim(), steps)
      return steps
    })
  })
}

/** The scripts of the latest texts; runs with the same text share one. */
const scripts = new Cache<string, readonly Step[]>(64)

/** Longer scripts prove nothing more, and their events would delay all other requests. */
const MAX_STEPS = 1_000
