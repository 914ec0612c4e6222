/** The usage of an agency's client, by agent, for a month. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { recordIn } from '../../extract/record.ts'
import { idsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeMembers, judgesNamed } from '../named-figures.ts'
import { SETTLED_DAYS } from './days.ts'
import { figuresOf } from './figure-table.ts'
import { isSame, month, monthIn, readMonths } from './months.ts'
import { keyOf, rowsOf } from './read-rows.ts'

const FIGURES = figuresOf('getAgencyClientUsage')

const agency = scenario({
  id: 'agency/usage',
  title: 'The usage of a client is shown by agent, for a month',
  requirements: ['AGENCY-01', ...idsOf(FIGURES), 'AGENCY-05', 'AGENCY-06', 'AGENCY-07'],
  needs: { capability: 'agencies', scopes: ['agency-usage:read'], fixtures: ['agency-client'] },
  cost: { requests: 6 },
  async run(t) {
    const path = { client_id: t.fixture('agency-client').id }
    const plain = await t.call('getAgencyClientUsage', { path })
    if (!t.answered('AGENCY-01', plain)) return await wantsMonth(t, plain)
    const months = await readMonths(t, 'AGENCY-05', plain, { path })
    const isNamed = judgesNamed(t, 'AGENCY-01', [recordIn(plain.json)], plain, Array.isArray)
    const best = [plain, ...(months ?? [])].find(one => rowsOf(one.json, 'agent').length > 0)
    if (best) entries(t, rowsOf(best.json, 'agent'), best)
    else
      t.notExercised(
        [...(isNamed ? [] : ['AGENCY-01']), ...idsOf(FIGURES)],
        lacks.any(
          'a client with usage; or the name of the member that holds the entries',
          lacks.fixture('agency-client'),
          lacks.member('AGENCY-01', 'the entries'),
        ),
        plain,
      )
    current(t, plain, months)
    await another(t, plain)
  },
})

/** Refused without a month and served with one: the current month is not the default. */
async function wantsMonth(t: Trial, plain: Exchange) {
  if (plain.status !== 400 && plain.status !== 422) return
  const path = { client_id: t.fixture('agency-client').id }
  const named = await t.call('getAgencyClientUsage', { path, query: { month: month(t, 0) } })
  const sentence = `without month it answered ${plain.status}, with month=${month(t, 0)} 200`
  if (named.status === 200) t.violated('stated-status', 'AGENCY-06', sentence, plain, named)
}

function entries(t: Trial, rows: Json[], exchange: Exchange) {
  const labels = rows.flatMap(row => keyOf(row, 'agent') ?? [])
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  const sentence = twice ? `the agent ${twice} has two rows` : `${rows.length} agents, each once`
  t.expect('row-once', 'AGENCY-01', twice === undefined, sentence, exchange)
  if (rows.every(row => !namesSomething(row))) {
    const says = `no entry says which agent it is of: ${t.quote(rows[0], 120)}`
    t.violated('stated-member', 'AGENCY-01', says, exchange)
  }
  judgeMembers(t, FIGURES, rows, exchange)
  for (const { id, what, name, fits } of FIGURES) {
    const without = rows.filter(row => findLike(row, name, fits) === undefined).length
    if (without === 0 || without === rows.length) continue
    t.violated('stated-member', id, `${without} of ${rows.length} entries do not show ${what}`, exchange)
  }
}

/** An id, a text, or an object with one of them. */
const namesSomething = (row: Json): boolean =>
  [...places(row, 3)].some(
    ({ name, value }) => /id$|key$/i.test(name) || (typeof value === 'string' && !isNumber(value)),
  )

/** Without a month the figures are those of the present one: not those of the month before, which stand still. */
function current(t: Trial, plain: Exchange, months: readonly Exchange[] | undefined) {
  const ids = ['AGENCY-05', 'AGENCY-06']
  const named = monthIn(plain)
  const [now, before] = months ?? []
  if (named !== undefined && named !== month(t, 0) && named !== monthIn(now ?? plain))
    return t.violated('inside-window', 'AGENCY-06', `without month the usage is that of ${named}`, plain)
  if (!now || !before) return t.notExercised('AGENCY-06', 'months that can be asked for', plain)
  if (isSame(now, before)) return t.notExercised(ids, 'months with different usage', now, before)
  t.met('window-matters', 'AGENCY-05', 'different months have different usage', now, before)
  const isLast = named === undefined && isSame(plain, before) && isSettled(t)
  if (isLast) {
    const sentence = `without month the usage is that of ${month(t, 1)}, and not of ${month(t, 0)}`
    t.violated('inside-window', 'AGENCY-06', sentence, plain, now, before)
  } else if (named !== undefined || isSame(plain, now))
    t.met(
      'inside-window',
      'AGENCY-06',
      `without month the usage is that of ${month(t, 0)}`,
      plain,
      now,
      before,
    )
  else t.notExercised('AGENCY-06', 'a client whose usage stands still for a moment', plain, now)
}

const isSettled = (t: Trial) => t.context.today.getUTCDate() > SETTLED_DAYS + 1

/** The target declares that the usage of these two clients differs. */
async function another(t: Trial, plain: Exchange) {
  const second = t.target.fixtures.get('second-client')?.id
  const lack = (what: string) => lacks.fixture('second-client', what)
  if (!second) return t.notExercised('AGENCY-07', lack('another client with other usage'))
  const other = await t.call('getAgencyClientUsage', { path: { client_id: second } })
  if (other.status !== 200)
    return t.notExercised('AGENCY-07', lack(`another client: this one answered ${other.status}`), other)
  const [mine, theirs] = [plain, other].map(one => rowsOf(one.json, 'agent').filter(isObject)) as [
    Json[],
    Json[],
  ]
  const same = JSON.stringify(mine) === JSON.stringify(theirs)
  if (mine.length === 0 && theirs.length === 0)
    return t.notExercised('AGENCY-07', lack('two clients with different usage'), plain, other)
  const sentence = same
    ? `both clients have the same ${mine.length} entries`
    : 'two clients have usage of their own'
  t.expect('own-figures', 'AGENCY-07', !same, sentence, plain, other)
}

export const agencyScenarios: readonly Scenario[] = [agency]
