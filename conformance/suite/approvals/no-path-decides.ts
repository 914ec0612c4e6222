/** No request decides an approval: tries likely paths, none of which is in the specification. */
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import type { Key } from '../../target/target.ts'

export interface Undecided {
  key: Key
  /** Paths of the records that a decision would change. */
  roots: readonly string[]
  /** Paths of the records that wait for it; only paths below them could decide. */
  waiting?: readonly string[]
  isOpen: () => Promise<boolean>
  judge: (right: boolean, sentence: string, reply: Exchange) => boolean
}

const BELOW = ['/approve', '/reject', '/decide', '/decision', '/resolve']
const WORDS = ['approve', 'reject'] as const

/** Sends both decisions to each path until one takes effect. */
export async function noPathDecides(t: Trial, { key, roots, waiting = [], isOpen, judge }: Undecided) {
  const plain = roots.flatMap(root => METHODS.map((method): Tried => [method, root, 'approve']))
  for (const [method, path, word] of [...plain, ...[...roots, ...waiting].flatMap(below)]) {
    const approved = word === 'approve'
    const body = { decision: word, action: word, approved, status: approved ? 'approved' : 'rejected' }
    const reply = await t.context.client.request(method, path, { key, body })
    const open = await isOpen()
    const sentence = `${method} ${path} answered ${reply.status}; the approval is ${open ? 'still pending' : 'decided'}`
    if (!judge(open && reply.status >= 400, sentence, reply) && !open) return
  }
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
type Tried = readonly [method: (typeof METHODS)[number], path: string, word: (typeof WORDS)[number]]

const below = (root: string): Tried[] =>
  BELOW.flatMap(end => {
    const words = WORDS.filter(word => end === `/${word}` || !WORDS.some(one => end === `/${one}`))
    return words.map((word): Tried => ['POST', root + end, word])
  })
