// Directives in messages, with which an unmodified client can provoke any answer, and those of the policy.
import { type FoundRule, findRule } from '../../work/policy-rules.ts'
import type { Asking } from '../../world/completions.ts'
import type { Workspace } from '../../world/workspace.ts'

/** The directives of one message, and the message without them. */
export interface Directives {
  /** The exact answer. */
  readonly say?: string
  /** The exact structured answer. */
  readonly output?: string
  /** The script that the agent follows instead of its own, written like `input.mock_script` of a run. */
  readonly script?: string
  /** Ends the answer after that many tokens, as if it were too long. */
  readonly length?: number
  /** Breaks the answer off after that many tokens, with an error. */
  readonly error?: number
  readonly text: string
}

const DEFAULT_TOKENS = 5

/**
 * Reads the directives in a message. Each is at the beginning of a line, after `mock:`.
 *
 *     mock: say Your order is on its way.
 *     mock: length 3
 *     mock: error 3
 *     mock: output {"open": 2}
 *     mock: script ask Which one?; finish I took {{answer}}.
 *
 * `say`, `output` and `script` extend to the next directive or to the end of the message.
 */
export function directivesIn(message: string): Directives {
  if (!message.includes('mock:')) return { text: message.trim() }
  const [text = '', ...directives] = message.split(
    /^[ \t]*mock:[ \t]*(?=(?:say|output|script|length|error)\b)/m,
  )
  const found = { text: text.trim() }
  for (const directive of directives) Object.assign(found, directiveOf(directive))
  return found
}

/** The directives of a message or, if it requests no answer, those of the policy's rule for it. */
export function directivesByRule(
  workspace: Workspace,
  own: Directives,
  said: string | null,
  agentId: string | null,
  asking: Asking | null,
): { readonly directives: Directives; readonly rule: FoundRule | undefined } {
  const requested = own.say ?? own.output ?? own.script
  // An answer to a question does not begin the work again.
  const occasions = agentId === null || asking ? (['completion'] as const) : (['completion', 'work'] as const)
  const rule =
    requested === undefined && said !== null
      ? findRule(workspace, { occasions, text: said, agentId })
      : undefined
  const { say, output } = rule?.rule ?? {}
  const ruled = { ...(say == null ? {} : { say }), ...(output == null ? {} : { output }) }
  return { directives: { ...own, ...ruled }, rule }
}

function directiveOf(directive: string): Partial<Directives> {
  const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(directive.trim()) ?? []
  if (word !== 'length' && word !== 'error') return { [word]: rest }
  return { [word]: /^\d+/.test(rest) ? Number.parseInt(rest, 10) : DEFAULT_TOKENS }
}
