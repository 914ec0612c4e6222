/** Every form of Authorization, on one operation that any key may call. */
import type { CallOptions } from '../../engine/client.ts'
import { scenario } from '../../engine/scenario.ts'
import { operation, scopeOf } from '../../requirements/contract.ts'
import { isRefusal, said } from '../../requirements/exchange.ts'
import { BASIC, ELSEWHERE, EMPTY, inOtherCase, NO_BEARER, UNKNOWN_KEYS } from './authorization-forms.ts'
import { judgeServed, PLAIN_READS } from './refused-callers.ts'

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
    const refuses = async (requirement: string, who: string, options: CallOptions) => {
      const exchange = await t.call(id, options)
      const sentence = said(exchange, `with ${who}`)
      if (isRefusal(exchange)) t.met('key-refused', requirement, sentence, exchange, control)
      else await judgeServed(t, {}, { rule: 'key-refused', ids: [requirement], sentence, exchange })
    }
    for (const [who, authorization] of EMPTY) await refuses('AUTH-02', who, { key: { authorization } })
    for (const [who, made] of ELSEWHERE) await refuses('AUTH-02', who, { key: 'none', ...made(right.value) })
    for (const [who, made] of UNKNOWN_KEYS)
      await refuses('AUTH-03', who, { key: { authorization: `Bearer ${made(right.value)}` } })
    for (const [who, made] of [...BASIC, ...NO_BEARER])
      await refuses('AUTH-05', who, { key: { authorization: made(right.value) } })
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
