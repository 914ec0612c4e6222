/** The usage of an agency's client, by agent, for a month. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { recordIn, refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeMembers, judgesNamed, type Member } from '../named-figures.ts'
import { isAmount, keyOf, labelOf, rowsOf } from './read-rows.ts'
import { clientUsage, figures, isOfAnotherMonth, month, refusesItsOwn } from './statement-month.ts'

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
        lacks.any(
          'a client with usage; or the name of the member that holds the entries',
          lacks.fixture('agency-client'),
          lacks.member('AGENCY-01', 'the entries'),
        ),
        plain,
      )
    else {
      entries(t, rowsOf(best.json, 'agent'), best)
      await zeros(t, rowsOf(best.json, 'agent'), best)
    }
    await another(t, plain)
  },
})

/** Refused without a month and served with one: the current month is not the default. */
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
  if (rows.every(row => !namesSomething(row)))
    t.violated('AGENCY-01', `no entry says which agent it is of: ${t.quote(rows[0], 120)}`, exchange)
  judgeMembers(t, FIGURES, rows, exchange)
  for (const { id, what, name, fits } of FIGURES) {
    const without = rows.filter(row => findLike(row, name, fits) === undefined).length
    if (without > 0 && without < rows.length)
      t.violated(id, `${without} of ${rows.length} entries do not show ${what}`, exchange)
  }
}

const isTokens = (value: unknown) => isNumber(value) || isObject(value)

/** An id, a text, or an object with one of them. */
const namesSomething = (row: Json): boolean =>
  [...places(row, 3)].some(
    ({ name, value }) => /id$|key$/i.test(name) || (typeof value === 'string' && !isNumber(value)),
  )

const FIGURES: readonly Member[] = [
  { id: 'AGENCY-02', what: 'the runs', name: /runs|run_?count|executions|^count$/i, fits: isNumber },
  { id: 'AGENCY-03', what: 'the tokens', name: /token/i, fits: isTokens },
  { id: 'AGENCY-04', what: 'the cost', name: /cost|spen[dt]|euro|amount|eur$/i, fits: isAmount },
]

/** One of the three figures is 0 in every entry, while the others are not and the runs of these agents show it. */
async function zeros(t: Trial, rows: Json[], exchange: Exchange) {
  const sums = FIGURES.map(({ name, fits }) =>
    rows.reduce((sum, row) => sum + amountIn(findLike(row, name, fits)?.value), 0),
  )
  const [runs = 0, tokens = 0, cost = 0] = sums
  if (sums.filter(sum => sum > 0).length !== 2 || (runs > 0 && runs < 3)) return
  const known = new Set(rows.flatMap(row => labelOf(row, 'agent') ?? []))
  if (t.target.absent.has('runs')) return
  const listed = await t.call('listRuns', { query: { limit: 100 } })
  const records = replyRows(listed).filter(row => known.has(refIn(row, 'agent') ?? ''))
  const shows = (figure: RegExp) =>
    records.filter(row =>
      [...places(row, 3)].some(
        ({ path, value }) => figure.test(path) && isNumber(value) && Number(value) > 0,
      ),
    ).length
  const sentence = (what: string, many: number) =>
    `${what} of all ${rows.length} entries are 0, while ${many} runs of these agents show some`
  if (runs === 0 && records.length >= 3)
    t.violated('AGENCY-02', sentence('the runs', records.length), exchange)
  if (tokens === 0 && shows(/token/i) >= 3)
    t.violated('AGENCY-03', sentence('the tokens', shows(/token/i)), exchange, listed)
  if (cost === 0 && shows(/cost/i) >= 3)
    t.violated('AGENCY-04', sentence('the costs', shows(/cost/i)), exchange, listed)
}

/** Tokens may be split by kind. */
const amountIn = (value: unknown): number =>
  isObject(value)
    ? Object.values(value).reduce<number>((sum, one) => sum + amountIn(one), 0)
    : isNumber(value)
      ? Number(value)
      : 0

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

/** Runs continue while we read, so months are compared only if a second read returns the same. */
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
  if (!second)
    return t.notExercised('AGENCY-07', lacks.fixture('second-client', 'another client with other usage'))
  const other = await t.call('getAgencyClientUsage', { path: { client_id: second } })
  if (other.status !== 200)
    return t.notExercised(
      'AGENCY-07',
      lacks.fixture('second-client', `another client: this one answered ${other.status}`),
      other,
    )
  const [mine, theirs] = [figures(rowsOf(plain.json, 'agent')), figures(rowsOf(other.json, 'agent'))]
  const rows = rowsOf(plain.json, 'agent')
  const same = mine === theirs && JSON.stringify(rows) === JSON.stringify(rowsOf(other.json, 'agent'))
  // The target declares that the usage of these two clients differs.
  if (same && rows.length > 0)
    t.violated('AGENCY-07', `both clients have the same ${rows.length} entries`, plain, other)
  else if (same)
    t.notExercised(
      'AGENCY-07',
      lacks.fixture('second-client', 'two clients with different usage'),
      plain,
      other,
    )
  else t.met('AGENCY-07', 'two clients have usage of their own', plain, other)
}
