/** The usage of an agency's client, by agent, for a month. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { isObject, type Json } from '../../reading/find-value.ts'
import { recordIn } from '../../reading/record.ts'
import { judgesNamed, nameIt } from '../named-figures.ts'
import { clientUsage, figures, isOfAnotherMonth, month, refusesItsOwn } from './months.ts'
import { figureIn, isNumber, keyOf, moneyOf, rowsOf, runsOf } from './read-rows.ts'

export const agency = scenario({
  id: 'agency/usage',
  title: 'The usage of a client is shown by agent, for a month',
  requirements: ['AGENCY-01', 'AGENCY-02', 'AGENCY-03', 'AGENCY-04', 'AGENCY-05', 'AGENCY-06', 'AGENCY-07'],
  needs: { capability: 'agencies', scopes: ['agency-usage:read'], fixtures: ['agency-client'] },
  cost: { requests: 18 },
  async run(t) {
    const client = t.fixture('agency-client')
    const path = { client_id: client.id }
    const plain = await t.call('getAgencyClientUsage', { path })
    if (!t.answered('AGENCY-01', plain)) return await wantsMonth(t, plain)
    const seen: Exchange[] = []
    for (const ago of [0, 1, 2]) seen.push(await clientUsage(t, ago))
    await months(t, plain, seen)
    const held = judgesNamed(t, 'AGENCY-01', [recordIn(plain.json)], plain, value => Array.isArray(value))
    const best = [plain, ...seen].find(one => rowsOf(one.json, 'agent').length > 0)
    if (!best)
      t.notExercised(
        [...(held ? [] : ['AGENCY-01']), 'AGENCY-02', 'AGENCY-03', 'AGENCY-04'],
        `a client with usage; or ${nameIt('AGENCY-01', 'the entries')}`,
        plain,
      )
    else entries(t, rowsOf(best.json, 'agent'), best)
    await another(t, plain)
  },
})

/** Refused without a month and served with one: the current month is no default. */
async function wantsMonth(t: Trial, plain: Exchange) {
  if (plain.status !== 400 && plain.status !== 422) return
  const path = { client_id: t.fixture('agency-client').id }
  const named = await t.call('getAgencyClientUsage', { path, query: { month: month(t, 0) } })
  if (named.status === 200)
    t.violated(
      'AGENCY-06',
      `without month it answered ${plain.status}, with month=${month(t, 0)} 200`,
      plain,
      named,
    )
}

function entries(t: Trial, rows: Json[], exchange: Exchange) {
  const labels = rows.flatMap(row => keyOf(row, 'agent') ?? [])
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  t.expect(
    'AGENCY-01',
    twice === undefined,
    twice ? `the agent ${twice} comes twice` : `${rows.length} agents, each once`,
    exchange,
  )
  const isTokens = (value: unknown) => isNumber(value) || isObject(value)
  const members: [string, string, (row: Json) => unknown, (value: unknown) => boolean][] = [
    ['AGENCY-02', 'runs', runsOf, isNumber],
    ['AGENCY-03', 'tokens', row => figureIn(row, /token/i, isTokens)?.value, isTokens],
    ['AGENCY-04', 'cost', moneyOf, isNumber],
  ]
  for (const [id, what, figure, fits] of members) {
    if (judgesNamed(t, id, rows, exchange, fits)) continue
    const without = rows.filter(row => figure(row) === undefined).length
    if (without === rows.length) t.notExercised(id, nameIt(id, `the ${what}, in an entry`), exchange)
    else
      t.expect(
        id,
        without === 0,
        without ? `${without} entries do not show the ${what}` : `every entry shows the ${what}`,
        exchange,
      )
  }
}

async function months(t: Trial, plain: Exchange, seen: Exchange[]) {
  if (await refusesItsOwn(t, 'AGENCY-05', plain)) return
  const refused = seen.find(one => one.status !== 200)
  if (refused)
    return t.notExercised(
      ['AGENCY-05', 'AGENCY-06'],
      `the form of a month: ${new URL(refused.url).search} answered ${refused.status}`,
      refused,
    )
  const deaf = seen.find(one => isOfAnotherMonth(one))
  if (deaf) return t.violated('AGENCY-05', `${new URL(deaf.url).search} answers with another month`, deaf)
  const bodies = seen.map(one => figures(rowsOf(one.json, 'agent')))
  if (new Set(bodies).size > 1) t.met('AGENCY-05', 'different months have different usage', ...seen)
  else t.notExercised('AGENCY-05', 'months with different usage', ...seen)
  await current(t, plain, new Set(bodies).size > 1)
}

/** Runs go on while we read: only a month that reads the same before and after can be compared. */
async function current(t: Trial, plain: Exchange, differs: boolean) {
  if (!differs) return t.notExercised('AGENCY-06', 'months with different usage', plain)
  const path = { client_id: t.fixture('agency-client').id }
  const read = async (query: Record<string, string>) => t.need('getAgencyClientUsage', { path, query })
  for (let attempt = 0; attempt < 4; attempt++) {
    const [before, named, after] = [await read({}), await read({ month: month(t, 0) }), await read({})]
    const [one, two, three] = [before, named, after].map(reply => figures(rowsOf(reply.json, 'agent')))
    if (one !== three && two !== one && two !== three) continue
    const same = two === one || two === three
    return void t.expect(
      'AGENCY-06',
      same,
      `without month the usage is ${same ? '' : 'not '}that of ${month(t, 0)}`,
      before,
      named,
    )
  }
  t.notExercised('AGENCY-06', 'a client whose usage stands still for a moment', plain)
}

async function another(t: Trial, plain: Exchange) {
  const second = t.target.fixtures.get('second-client')?.id
  if (!second) return t.notExercised('AGENCY-07', 'another client with other usage: fixtures.second-client')
  const other = await t.call('getAgencyClientUsage', { path: { client_id: second } })
  if (other.status !== 200)
    return t.notExercised('AGENCY-07', `the second client answered ${other.status}`, other)
  const [mine, theirs] = [figures(rowsOf(plain.json, 'agent')), figures(rowsOf(other.json, 'agent'))]
  const rows = rowsOf(plain.json, 'agent')
  const same = mine === theirs && JSON.stringify(rows) === JSON.stringify(rowsOf(other.json, 'agent'))
  // The target says of these two that their usage differs.
  if (same && rows.length > 0)
    t.violated('AGENCY-07', `both clients have the same ${rows.length} entries`, plain, other)
  else if (same) t.notExercised('AGENCY-07', 'two clients with different usage', plain, other)
  else t.met('AGENCY-07', 'two clients have usage of their own', plain, other)
}
