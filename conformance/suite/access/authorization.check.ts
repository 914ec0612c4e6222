/** Every form of Authorization, on one operation that any key may call. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { operation, scopeOf } from '../../requirements/contract.ts'
import { type Exchange, isElsewhere, isRefusal } from '../../requirements/exchange.ts'
import { BASIC, ELSEWHERE, EMPTY, inOtherCase, NO_BEARER, UNKNOWN_KEYS } from './authorization-forms.ts'
import { PLAIN_READS } from './refused-callers.ts'

export const authorizationScenario = scenario({
  id: 'access/authorization',
  title: 'A key counts as a bearer token in the header Authorization, and only whole',
  requirements: ['AUTH-02', 'AUTH-03', 'AUTH-05'],
  cost: { requests: 34 },
  async run(t) {
    const id = PLAIN_READS.find(one => t.keys.home(scopeOf(one)).length > 0)
    if (id === undefined) return
    // Proxies may log a key that stands in a URL, so the least powerful key is used.
    const [right] = t.keys.home(scopeOf(id)).toSorted((a, b) => a.scopes.size - b.scopes.size)
    if (!right) return
    const control = await t.call(id, { key: right })
    const lack = `${id} with key ${right.name} answered ${control.status}`
    if (control.status !== 200) return t.notExercised(t.scenario.requirements, lack)
    const judge = (requirement: string, who: string, exchange: Exchange) =>
      isRefused(t, requirement, who, exchange, control)
    for (const [who, authorization] of EMPTY)
      judge('AUTH-02', who, await t.call(id, { key: { authorization } }))
    for (const [who, made] of ELSEWHERE)
      judge('AUTH-02', who, await t.call(id, { key: 'none', ...made(right.value) }))
    for (const [who, made] of UNKNOWN_KEYS)
      judge('AUTH-03', who, await t.call(id, { key: { authorization: `Bearer ${made(right.value)}` } }))
    for (const [who, made] of [...BASIC, ...NO_BEARER])
      judge('AUTH-05', who, await t.call(id, { key: { authorization: made(right.value) } }))
    const turned = await t.call(id, { key: { authorization: `Bearer ${inOtherCase(right.value)}` } })
    if (turned.status === 200)
      t.advise(
        'authorization-grammar',
        'Section 5 says that every request carries the header Authorization: Bearer <API_KEY>; whether capitals count in a key is not said.',
        `${operation(id).method} ${operation(id).path} is served with the key in other letters, upper for lower`,
        turned,
      )
  },
})

function isRefused(t: Trial, id: string, who: string, exchange: Exchange, control: Exchange) {
  const refused = isRefusal(exchange)
  const sentence = `${exchange.method} ${operation(exchange.operation).path} with ${who} answered ${exchange.status}`
  // A redirect to a login page counts as a refusal; an overload says nothing.
  if (refused) t.met('key-refused', id, sentence, exchange, control)
  else if (
    exchange.status === 500 ||
    (exchange.status < 300 && exchange.json !== undefined && !isElsewhere(exchange))
  )
    t.violated('key-refused', id, sentence, exchange)
  else t.notExercised(id, `a refusal: ${sentence}`, exchange)
}
