/**
 * No request with a key decides or changes an approval: one table of the methods and paths near it, none of which is
 * stated.
 */

import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
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

const WRITABLE = ['POST', 'PUT', 'PATCH'] as const
const WRITES = [...WRITABLE, 'DELETE'] as const
const DECISIONS = ['approve', 'reject'] as const
const BELOW = [...DECISIONS, 'decide', 'decision', 'respond', 'resolve'] as const

type Method = (typeof WRITES)[number] | 'GET'
type Tried = readonly [method: Method, path: string, decision: (typeof DECISIONS)[number]]

/** Sends every request of the table, and looks at the approval after each that was not refused, and at the end. */
export async function noPathDecides(t: Trial, { id, roots, waiting, isOpen, judge }: Undecided) {
  const key = mightiest(t)
  const mark = t.name('no key changes an approval')
  const refused: Exchange[] = []
  for (const [method, path, decision] of requests(roots, waiting)) {
    const reply = await t.context.client.request(method, path, {
      key,
      ...(method !== 'GET' && { body: bodyFor(id, decision, mark) }),
    })
    if (reply.status >= 400) {
      refused.push(reply)
      continue
    }
    // A page for any path answers 200 as well: only what became of the approval counts.
    if (!(await isOpen()))
      return judge(false, `${method} ${path} answered ${reply.status} and decided the approval ${id}`, reply)
  }
  const read = await t.call('getApproval', { path: { approval_id: id } })
  const isChanged = mentions(read.json, mark, true)
  const shows = `after requests with ${t.quote(mark)} the approval ${id} shows ${isChanged ? 'it' : 'nothing of it'}`
  if (read.status === 200) t.expect('read-only', 'APPR-10', !isChanged, shows, read)
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
  const at =
    (path: string) =>
    (method: Method): Tried => [method, path, 'approve']
  const collections = roots.map(path => path.slice(0, path.lastIndexOf('/')))
  return [
    ...roots.flatMap(path => below(path, WRITABLE)),
    ...waiting.flatMap(path => below(path, ['POST'])),
    ...collections.flatMap(path => [...below(path, ['POST']), ...WRITABLE.map(at(path))]),
    ...roots.flatMap(path =>
      DECISIONS.flatMap((one): Tried[] => [
        ['GET', `${path}/${one}`, one],
        ['GET', `${path}?decision=${one}&action=${one}`, one],
      ]),
    ),
    ...roots.flatMap(path => WRITES.map(at(path))),
  ]
}

/** Both decisions in the usual words, and a mark in the usual texts. */
function bodyFor(id: string, decision: (typeof DECISIONS)[number], mark: string) {
  const approved = decision === 'approve'
  return {
    decision,
    action: decision,
    approved,
    status: approved ? 'approved' : 'rejected',
    ...Object.fromEntries(TEXTS.map(name => [name, mark])),
    approval_id: id,
    decisions: [{ approval_id: id, id, decision, approved }],
  }
}

const TEXTS = ['title', 'name', 'description', 'summary', 'comment', 'note', 'reason'] as const
