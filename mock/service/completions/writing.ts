// Tokens: counting them, and writing an answer token by token, with its length, pace and reason to end.
import { streamDelay } from '../../work/stream-delay.ts'
import type { Context } from '../handler.ts'
import type { Directives } from './directives.ts'

/** The text to be written, its tokens, and why it ends. */
export interface Writing {
  readonly text: string
  readonly tokens: readonly string[]
  readonly end: 'stop' | 'length' | 'error'
}

/** Cuts a text at the limit of a directive or of the request. */
export function writingOf(
  text: string,
  directives: Pick<Directives, 'length' | 'error'>,
  maxTokens = Number.POSITIVE_INFINITY,
): Writing {
  const tokens = tokensOf(text)
  const room = Math.min(maxTokens, directives.length ?? maxTokens)
  const end = directives.error === undefined ? 'length' : 'error'
  const length = end === 'error' ? Math.min(room, directives.error!) : room
  if (length >= tokens.length) return { text, tokens, end: end === 'error' ? end : 'stop' }
  const written = tokens.slice(0, length)
  return { text: written.join(''), tokens: written, end }
}

/** Milliseconds of the workspace's clock before the first piece, and for each token, at least and at most. */
const FIRST_MS = 200
const TOKEN_MS = [8, 24] as const
const MAX_TOKENS_IN_A_PIECE = 5

/**
 * The pieces of a text as they are written, uneven in length and pace, each with its number of tokens; all at once on a
 * frozen clock. Ends early when the client disconnects.
 */
export async function* pieces(
  { workspace, onClose }: Pick<Context, 'workspace' | 'onClose'>,
  id: string,
  tokens: readonly string[],
): AsyncGenerator<{ readonly text: string; readonly tokens: number }> {
  const pace = streamDelay(workspace, id, onClose)
  const random = workspace.random.fork(`pieces ${id}`)
  try {
    for (let at = 0; at < tokens.length; ) {
      const piece = tokens.slice(at, at + random.int(1, MAX_TOKENS_IN_A_PIECE))
      const taken = piece.length * random.int(...TOKEN_MS)
      if (!(await pace.wait(at === 0 ? FIRST_MS + taken : taken))) return
      yield { text: piece.join(''), tokens: piece.length }
      at += piece.length
    }
  } finally {
    pace.close()
  }
}

/** Splits a text into tokens: up to seven letters or digits, or one other character, with the space before it. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*(?:[\p{L}\p{M}\p{N}]{1,7}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu) ?? []
}

/** Tokens of a message in addition to its text. */
const PER_MESSAGE = 4

/** The tokens that a model reads for these messages. */
export function tokensToRead(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + PER_MESSAGE + tokensOf(text).length, 0)
}
