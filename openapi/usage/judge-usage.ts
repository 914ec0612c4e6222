// What changes of a contract mean for a client, by what it uses.
import type { Change } from '../compare/change.ts'
import type { OperationUsage, Sent, Usage } from './usage.ts'

/**
 * What becomes of a client: it breaks; it may break, where the usage does not say enough; it notices a difference that
 * clients have to expect.
 */
export const impacts = ['breaks', 'may break', 'notices', 'unaffected'] as const
export type Impact = (typeof impacts)[number]

/** A client that a change touches. */
export interface Touch {
  readonly client: string
  readonly impact: Impact
  /** The call by which it is touched, such as `createTask (POST /tasks)`. */
  readonly call: string
  /** What the client would see. */
  readonly sees: string
}

/** What a change means for a client; undefined if the client does not use what it concerns. */
export function touchOf(change: Change, { client, operations }: Usage): Touch | undefined {
  const { effect, operation, address, concerns } = change
  const use = operations[operation]
  if (!use || effect === 'adds') return undefined
  const { place } = concerns
  const judge = place === '' ? onOperation : place.startsWith('reply ') ? onReply : onRequest
  const found = judge(change, use)
  if (!found) return undefined
  const call = operation === address ? address : `${operation} (${address})`
  const impact =
    effect === 'changes' || effect === 'deprecates' ? 'notices' : found.isSure ? 'breaks' : 'may break'
  return { client, impact, call, sees: found.sees }
}

/** The worst of several. */
export function worstOf(all: readonly Impact[]): Impact {
  return impacts.find(impact => all.includes(impact)) ?? 'unaffected'
}

type Found = { readonly sees: string; readonly isSure: boolean } | undefined

function onOperation({ where, says, concerns }: Change, use: OperationUsage): Found {
  const { status } = concerns
  if (status === undefined) return { sees: `${where} ${says}`, isSure: false }
  // Who was always refused loses nothing.
  if (successes(use).length === 0) return undefined
  const was = successes(use).join(' or ')
  if (status === 429) return { sees: '429 where it calls more often than that', isSure: false }
  // The usage does not say whose keys the client has.
  if (where === 'role') return { sees: `403 in place of ${was} with the key of a member`, isSure: false }
  return { sees: `${status} in place of ${was}`, isSure: true }
}

/** Parameters of the path are in every request, and in no usage. */
const PATH_TEXT: Sent = { sent: 'always', kinds: ['string'] }

function onRequest({ effect, says, concerns }: Change, use: OperationUsage): Found {
  const { sends, replies } = use
  const { place, required, gone, undeclared, kinds = [], words = [] } = concerns
  const was = successes(use).length > 0 ? successes(use) : Object.keys(replies)
  const refused = `422 in place of ${was.join(' or ')}`
  if (sends === 'unknown')
    return { sees: `${sentence(place, says)}; whether it sends that is unknown`, isSure: false }
  const sent: Sent | undefined = sends[place] ?? (place.startsWith('path ') ? PATH_TEXT : undefined)
  if (required) {
    const parent = place.includes('.') ? place.slice(0, place.lastIndexOf('.')) : ''
    const hasParent = parent === '' || sends[parent] !== undefined
    if (!hasParent || sent?.sent === 'always') return undefined
    // It may be among what was not declared.
    const isSure = sends[parent === '' ? 'query *' : `${parent}.*`] === undefined
    return { sees: `${refused}, without ${place}`, isSure }
  }
  if (concerns.default) {
    const isUsed = sent?.sent !== 'always'
    return isUsed ? { sees: `another default where it sends no ${place}`, isSure: false } : undefined
  }
  if (undeclared) {
    const further = sends[`${place}.*`]
    return further && { sees: `${refused}, with members that are not declared`, isSure: true }
  }
  if (!sent) return undefined
  if (effect === 'changes' || effect === 'deprecates') return { sees: sentence(place, says), isSure: false }
  if (gone && !place.startsWith('body')) return { sees: `${place} has no effect`, isSure: true }
  if (gone) return { sees: `${place} has no effect, or ${refused}`, isSure: true }
  if (kinds.length === 0 && words.length === 0)
    return { sees: `${refused}, where ${place} does not fit`, isSure: false }
  const lost = [
    ...sent.kinds.filter(kind => kinds.includes(kind)),
    ...(sent.words ?? []).filter(word => words.includes(word)),
  ]
  return lost.length > 0
    ? { sees: `${refused}, with ${place} ${lost.join(' or ')}`, isSure: true }
    : undefined
}

function onReply({ says, concerns }: Change, { replies, reads }: OperationUsage): Found {
  const { place, gone, added, undeclared } = concerns
  const [, status = '', below = ''] = /^reply (\w+)(.*)$/.exec(place) ?? []
  const sees = sentence(place, says)
  if (below === '' && added) return { sees, isSure: false }
  if (replies[status] === undefined || undeclared) return undefined
  if (below === '') return { sees, isSure: false }
  const isUnwatched = reads === 'unknown' || reads.includes(`reply ${status} as text`)
  if (isUnwatched || below.startsWith(' header'))
    return { sees: `${sees}; whether it reads that is unknown`, isSure: false }
  const isRead = reads.some(
    one => one === place || one.startsWith(`${place}.`) || one.startsWith(`${place}[`),
  )
  return isRead ? { sees, isSure: gone === true } : undefined
}

function sentence(place: string, says: string): string {
  return `${place} ${says.replace(/\.$/, '')}`
}

function successes({ replies }: OperationUsage): string[] {
  return Object.keys(replies).filter(status => status.startsWith('2'))
}
