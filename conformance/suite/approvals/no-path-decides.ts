/** No request with a key decides an approval: one table of the methods and paths near it, none of which is stated. */

import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { mightiest } from './pending-approvals.ts'

export interface Undecided {
  /** The approval that a decision would change. */
  id: string
  /** Paths of the approval. */
  roots: readonly string[]
  /** Paths of what waits for it; only paths below them could decide. */
  waiting: readonly string[]
  isOpen: () => Promise<boolean>
  judge: (right: boolean, sentence: string, ...evidence: Exchange[]) => void
}

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const DECISIONS = ['approve', 'reject'] as const
const BELOW = [...DECISIONS, 'decide', 'decision', 'respond', 'resolve'] as const

type Method = (typeof WRITES)[number] | 'GET'
type Tried = readonly [method: Method, path: string, decision: (typeof DECISIONS)[number]]

/** Sends every request of the table, and looks at the approval after each that was not refused, and at the end. */
export async function noPathDecides(t: Trial, { id, roots, waiting, isOpen, judge }: Undecided) {
  const key = mightiest(t)
  const refused: Exchange[] = []
  for (const [method, path, decision] of requests(roots, waiting)) {
    const reply = await t.context.client.request(method, path, {
      key,
      ...(method !== 'GET' && { body: bodyFor(id, decision) }),
    })
    if (reply.status >= 400) {
      refused.push(reply)
      continue
    }
    // A page for any path answers 200 as well: only what became of the approval counts.
    if (!(await isOpen()))
      return judge(false, `${method} ${path} answered ${reply.status} and decided the approval ${id}`, reply)
  }
  const open = await isOpen()
  const sentence = `after ${refused.length} refused requests near it the approval ${id} is ${open ? 'still' : 'no longer'} pending`
  judge(open, sentence, ...refused.slice(0, 1), ...refused.slice(-1))
}

function requests(roots: readonly string[], waiting: readonly string[]): Tried[] {
  const below = (path: string, methods: readonly Method[]) =>
    BELOW.flatMap(end =>
      methods.flatMap(method =>
        DECISIONS.filter(one => end === one || !DECISIONS.some(word => word === end)).map(
          (decision): Tried => [method, `${path}/${end}`, decision],
        ),
      ),
    )
  return [
    ...roots.flatMap(path => below(path, ['POST', 'PUT', 'PATCH'])),
    ...waiting.flatMap(path => below(path, ['POST'])),
    ...roots.flatMap(path => DECISIONS.map((one): Tried => ['GET', `${path}/${one}`, one])),
    ...roots.flatMap(path => WRITES.map((method): Tried => [method, path, 'approve'])),
  ]
}

/** Both decisions in the usual words. */
function bodyFor(id: string, decision: (typeof DECISIONS)[number]) {
  const approved = decision === 'approve'
  return {
    decision,
    action: decision,
    approved,
    status: approved ? 'approved' : 'rejected',
    approval_id: id,
    decisions: [{ approval_id: id, id, decision, approved }],
  }
}
