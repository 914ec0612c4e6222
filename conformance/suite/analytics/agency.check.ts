/** The usage of an agency's client, by agent, for a month. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { recordIn } from '../../extract/record.ts'
import { idsOf } from '../../requirements/contract.ts'
import { type Exchange, queryOf } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { at, findFigure, judgeMembers, judgesNamed, type Member, shownAlike } from '../named-figures.ts'
import { slackOf } from './days.ts'
import { figuresOf } from './figure-table.ts'
import { figuresIn, isMonthBeforeSettled, isSame, month, monthIn, readMonths } from './months.ts'
import { amountOf, FIGURE, rowsOf, runsOf } from './read-rows.ts'
import { sumOf } from './relations.ts'
import { eachOnce } from './row-figures.check.ts'

const FIGURES = figuresOf('getAgencyClientUsage')

export const agencyScenario = scenario({
  id: 'agency/usage',
  title: 'The usage of a client is shown by agent, for a month',
  requirements: ['AGENCY-01', ...idsOf(FIGURES), 'AGENCY-05', 'AGENCY-06', 'AGENCY-07'],
  needs: { capability: 'agencies', scopes: ['agency-usage:read'], fixtures: ['agency-client'] },
  cost: { requests: 12 },
  async run(t) {
    const path = { client_id: t.fixture('agency-client').id }
    const ask = (query = {}) => t.call('getAgencyClientUsage', { path, query })
    const plain = await ask()
    if (!t.answered('AGENCY-01', plain)) {
      const named = await ask({ month: month(t, 0) })
      const sentence = `without month it answered ${plain.status}, with month=${month(t, 0)} 200`
      if (named.status === 200) t.violated('stated-status', 'AGENCY-06', sentence, plain, named)
      return
    }
    const months = await readMonths(t, 'AGENCY-05', ask)
    const isNamed = judgesNamed(t, 'AGENCY-01', [recordIn(plain.json)], plain, Array.isArray)
    const best = [plain, ...(months ?? [])].find(one => rowsOf(one.json, 'agent').length > 0)
    const what = 'a client with usage; or the name of the member that holds the entries'
    const lack = lacks.any(what, lacks.fixture('agency-client'), lacks.member('AGENCY-01', 'the entries'))
    const total = runsOf(recordIn(plain.json) ?? {}) ?? 0
    for (const one of months ?? []) if (one !== best) showsAsMuch(t, one)
    if (best)
      for (const one of [best, ...(await shownToOthers(t, best))]) entries(t, rowsOf(one.json, 'agent'), one)
    else if (total > 0 && !mayHaveParts(recordIn(plain.json))) {
      const sentence = `the client has ${total} runs, and nothing in the reply could hold those of an agent`
      t.violated('stated-member', 'AGENCY-01', sentence, plain)
    } else t.notExercised([...(isNamed ? [] : ['AGENCY-01']), ...idsOf(FIGURES)], lack, plain)
    present(t, plain, months)
    await another(t, plain, months ?? [])
  },
})

/** The same question of all other persons who are served. */
async function shownToOthers(t: Trial, asked: Exchange): Promise<Exchange[]> {
  const options = { path: { client_id: t.fixture('agency-client').id }, query: queryOf(asked) }
  const keys = t.keys.others('agency-usage:read', t.keys.with('agency-usage:read'))
  const replies = await Promise.all(keys.map(key => t.call(asked.operation, { ...options, key })))
  return replies.filter(one => one.status === 200 && rowsOf(one.json, 'agent').length > 0)
}

function entries(t: Trial, rows: Json[], exchange: Exchange) {
  const nameless = `no entry says which agent it is of: ${t.quote(rows[0], 120)}`
  if (rows.every(row => !namesSomething(row))) t.violated('stated-member', 'AGENCY-01', nameless, exchange)
  else if (eachOnce(t, 'AGENCY-01', 'agent', rows, exchange))
    t.met('row-once', 'AGENCY-01', `${rows.length} agents, each once`, exchange)
  judgeMembers(t, shownAlike(t, FIGURES, rows, exchange), rows, exchange)
  eachHasAll(t, rows, exchange)
}

/** In a month where each figure shows as used, beside the entries or in one of them, the entries are judged as any. */
function showsAsMuch(t: Trial, exchange: Exchange) {
  const rows = rowsOf(exchange.json, 'agent')
  const record = recordIn(exchange.json) ?? {}
  const { [Object.keys(record).find(name => Array.isArray(record[name])) ?? '']: _, ...beside } = record
  const isUsed = (member: Member) =>
    [beside, ...rows].some(one => (totalIn(findFigure(one, { ...member, never: SHARED })?.value) ?? 0) > 0)
  const isBusy = rows.some(row => (runsOf(row) ?? 0) > 0)
  if (isBusy && FIGURES.every(isUsed)) judgeMembers(t, FIGURES, rows, exchange)
}

/** What may be of the client, beside each of its agents. */
const SHARED = /limit|max|quota|price|rate|budget|per_/i

/** Agents with other runs, each of which has used as much as the client has in all. A run may count for several agents. */
function eachHasAll(t: Trial, rows: readonly Json[], exchange: Exchange) {
  if (new Set(rows.map(runsOf)).size < 2) return
  for (const member of FIGURES.filter(({ id }) => id !== 'AGENCY-02')) {
    const found = rows.map(row => findFigure(row, { ...member, never: SHARED }))
    const whole = totalIn(at(recordIn(exchange.json), found[0]?.path ?? ''))
    if (whole === undefined || found.some(one => totalIn(one?.value) !== whole)) continue
    if (whole * rows.length <= whole + slackOf(Array.from({ length: rows.length + 1 }, () => whole))) continue
    const sentence = `${member.what} of the client: ${whole}, and as much of each of its ${rows.length} agents`
    t.violated('contradicts-itself', member.id, sentence, exchange)
  }
}

const totalIn = (value: unknown): number | undefined =>
  isObject(value) && isNumber(value.total) ? Number(value.total) : amountOf(value)

/** A list, or an object of anything but the figures of one thing, may hold figures by agent. */
const mayHaveParts = (record: unknown): boolean =>
  [...places(record)].some(
    ({ value }) =>
      Array.isArray(value) ||
      (isObject(value) &&
        Object.entries(value).some(
          ([name, one]) => isObject(one) || (isNumber(one) && !FIGURES.some(it => it.name.test(name))),
        )),
  )

/** An id, a text, or an object with one of them. */
const namesSomething = (row: Json): boolean =>
  [...places(row, 3)].some(
    ({ name, value }) => /id$|key$/i.test(name) || (typeof value === 'string' && !isNumber(value)),
  )

/** Without a month the figures are those of the present one: not those of the month before, which stand still. */
function present(t: Trial, plain: Exchange, months: readonly Exchange[] | undefined) {
  const [now, before] = months ?? []
  const named = monthIn(plain)
  if (!now || !before) return t.notExercised('AGENCY-06', 'months that can be asked for', plain)
  if (isSame(now, before))
    return t.notExercised(['AGENCY-05', 'AGENCY-06'], 'months with different usage', now, before)
  t.met('window-matters', 'AGENCY-05', 'different months have different usage', now, before)
  // What a month has cost only grows: a figure above the present one, which was read later, is not of this month.
  const isAnother = isSame(plain, before) && exceeds(plain, now)
  const isPast = isMonthBeforeSettled(t) && (named === undefined ? isAnother : named === monthIn(before))
  const isNow = named === undefined ? isSame(plain, now) : named === monthIn(now)
  const sentence = `without month the usage is that of ${month(t, isPast ? 1 : 0)}`
  if (isPast || isNow) t.expect('inside-window', 'AGENCY-06', !isPast, sentence, plain, now, before)
  else t.notExercised('AGENCY-06', 'a client whose usage stands still for a moment', plain, now)
}

/** Whether the agents of one reply together have more runs, or cost more, than those of another. */
function exceeds(one: Exchange, other: Exchange): boolean {
  return Object.values(FIGURE).some(of => {
    const [mine, others] = [one, other].map(({ json }) =>
      sumOf(rowsOf(json, 'agent').map(row => of(row) ?? 0)),
    ) as [number, number]
    return mine > others
  })
}

/** The target declares that the usage of these two clients differs: it may be the same in a month that has just begun. */
async function another(t: Trial, plain: Exchange, [now, before, earlier]: readonly Exchange[]) {
  const past = isMonthBeforeSettled(t) ? before : earlier
  const replies = [plain, ...(past ? [past] : [])]
  const second = t.target.fixtures.get('second-client')?.id
  const lack = (what: string) => lacks.fixture('second-client', what)
  if (!second) return t.notExercised('AGENCY-07', lack('another client with other usage'))
  const evidence: Exchange[] = []
  for (const mine of replies) {
    const query = queryOf(mine)
    const theirs = await t.call('getAgencyClientUsage', { path: { client_id: second }, query })
    evidence.push(mine, theirs)
    if (theirs.status !== 200)
      return t.notExercised('AGENCY-07', lack(`another client: this one answered ${theirs.status}`), theirs)
    const rows = rowsOf(theirs.json, 'agent')
    if (rows.length > 0) entries(t, rows, theirs)
    if (usedIn(mine) === usedIn(theirs)) continue
    if (mine === plain && now && (await areOfAll(t, plain, now, theirs))) return
    return t.met('own-figures', 'AGENCY-07', 'two clients have usage of their own', mine, theirs)
  }
  const last = evidence.at(-1)
  if (replies.length > 1 && last && usedIn(last) !== '[]')
    t.violated('own-figures', 'AGENCY-07', 'two clients have the same entries in each month', ...evidence)
  else t.notExercised('AGENCY-07', lack('two clients with different usage'), ...evidence)
}

/** The entries of agents that have done something. */
const usedIn = ({ json }: Exchange) =>
  JSON.stringify(rowsOf(json, 'agent').filter(row => Object.values(FIGURE).some(of => Number(of(row)) > 0)))

/**
 * Whether figures beside the entries are the same for two clients where the present month is named, though the entries
 * differ, and each client has others where it is not. What is of all clients would not differ without a month: of each two
 * replies about one client the second is the later one, and both of the first client come first.
 */
async function areOfAll(t: Trial, plain: Exchange, now: Exchange, theirs: Exchange): Promise<boolean> {
  const path = { client_id: t.fixture('second-client').id }
  const named = await t.call('getAgencyClientUsage', { path, query: queryOf(now) })
  const pairs = [
    [plain, now],
    [theirs, named],
  ] as const
  if (named.status !== 200 || pairs.some(([one, other]) => usedIn(one) !== usedIn(other))) return false
  const [own, ofNow, ofTheirs, ofNamed] = pairs.flat().map(besideEntries)
  const same = [...ofNow!].filter(
    ([path, one]) => ofNamed!.get(path) === one && own!.get(path) !== one && ofTheirs!.get(path) !== one,
  )
  const names = same.map(([path]) => path).join(' and ')
  const sentence = `two clients with other entries have the same ${names} with month=${month(t, 0)}, and figures of their own without`
  if (same.length > 1) t.violated('own-figures', 'AGENCY-07', sentence, ...pairs.flat())
  return same.length > 1
}

const besideEntries = (one: Exchange) =>
  new Map([...figuresIn(one)].filter(([path]) => !/(^|\.)\d+(\.|$)/.test(path)))
