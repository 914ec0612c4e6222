// What a caller may wish for inside a message, so that a client that was not changed can provoke anything.

/** The wishes of one message, and the message without them. */
export interface Wishes {
  /** Exactly this is the answer. */
  readonly say?: string
  /** Exactly this is the structured answer. */
  readonly output?: string
  /** The agent works by this script instead of its own; written as `input.mock_script` of a run is. */
  readonly script?: string
  /** The answer ends after that many tokens, for want of room. */
  readonly length?: number
  /** The answer breaks after that many tokens, with an error. */
  readonly error?: number
  readonly text: string
}

const DEFAULT_TOKENS = 5

/**
 * The wishes in a message. Each stands at the beginning of a line, behind `mock:`
 *
 *     mock: say Your order is on its way.
 *     mock: length 3
 *     mock: error 3
 *     mock: output {"open": 2}
 *     mock: script ask Which one?; finish I took {{answer}}.
 *
 * `say`, `output` and `script` go on to the next wish or to the end of the message.
 */
export function wishesIn(message: string): Wishes {
  const [text = '', ...wishes] = message.split(/^[ \t]*mock:[ \t]*(?=(?:say|output|script|length|error)\b)/m)
  const found = { text: text.trim() }
  for (const wish of wishes) Object.assign(found, wishOf(wish))
  return found
}

function wishOf(wish: string): Partial<Wishes> {
  const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(wish.trim()) ?? []
  switch (word) {
    case 'say':
    case 'output':
    case 'script':
      return { [word]: rest }
    case 'length':
    case 'error':
      return { [word]: /^\d+/.test(rest) ? Number.parseInt(rest, 10) : DEFAULT_TOKENS }
    default:
      return {}
  }
}
