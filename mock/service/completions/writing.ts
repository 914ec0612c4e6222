// The writing of an answer, token by token: how far it comes, how fast, and why it ends.
import { StreamDelay } from '../../work/stream-delay.ts'
import type { Context } from '../handler.ts'
import { tokensOf } from './tokens.ts'
import type { Wishes } from './wishes.ts'

/** A text as far as it will be written, and why it ends there. */
export interface Writing {
  readonly tokens: readonly string[]
  readonly end: 'stop' | 'length' | 'error'
}

/** How far a text comes: to its end, or to what was wished for or allowed. */
export function writingOf(
  text: string,
  wishes: Pick<Wishes, 'length' | 'error'>,
  most = Number.POSITIVE_INFINITY,
): Writing {
  const tokens = tokensOf(text)
  const room = Math.min(most, wishes.length ?? most)
  if (wishes.error !== undefined)
    return { tokens: tokens.slice(0, Math.min(room, wishes.error)), end: 'error' }
  return room < tokens.length ? { tokens: tokens.slice(0, room), end: 'length' } : { tokens, end: 'stop' }
}

/** Milliseconds of the workspace's clock before the first piece, and for each one. */
const FIRST_MS = 200
const EACH_MS = 40
const TOKENS_IN_A_PIECE = 3

/**
 * The pieces of a text as they are written, each with the number of its tokens; at once on a frozen clock. It ends
 * early when the client leaves.
 */
export async function* pieces(
  { workspace, onClose }: Pick<Context, 'workspace' | 'onClose'>,
  id: string,
  tokens: readonly string[],
): AsyncGenerator<{ readonly text: string; readonly tokens: number }> {
  const pace = new StreamDelay(workspace, id, onClose)
  try {
    for (let at = 0; at < tokens.length; at += TOKENS_IN_A_PIECE) {
      if (!(await pace.wait(at === 0 ? FIRST_MS + EACH_MS : EACH_MS))) return
      const piece = tokens.slice(at, at + TOKENS_IN_A_PIECE)
      yield { text: piece.join(''), tokens: piece.length }
    }
  } finally {
    pace.close()
  }
}
