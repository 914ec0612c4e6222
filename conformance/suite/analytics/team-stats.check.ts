/** The team statistics: groupings, window, roster and visibility. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { refuses } from '../../negatives/refusals.ts'
import { refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { GROUPS, readGroups } from './groupings.check.ts'
import { keyOf, labelOf, moneyOf, rowsOf, total } from './read-rows.ts'
import { adminKey, historyGrows, judgeRoles, refusesMember, servedAsAdmin } from './rows.check.ts'

const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

const served = scenario({
  id: 'analytics/team-stats',
  title: 'The team statistics are served to an admin, with parameters that fit',
  requirements: ['SPEND-21', 'ROLE-10', ...refusalsOf('getTeamStats', 'query').map(({ id }) => id)],
  needs,
  cost: { analytics: { getTeamStats: 4 } },
  async run(t) {
    const key = adminKey(t)
    if (t.wants('ROLE-10')) await refusesMember(t, 'getTeamStats', 'ROLE-10')
    const plain = await t.read('getTeamStats', { key })
    if (!servedAsAdmin(t, 'SPEND-21', plain)) return
    t.met('SPEND-21', 'answered 200 without parameters', plain)
    await refusals(t, key, 'first')
  },
})

const refusals = (t: Trial, key: Key, which: 'first' | 'others') =>
  refuses(t, 'getTeamStats', refusalsOf('getTeamStats', 'query'), { options: { key }, which })

const team = scenario({
  id: 'analytics/team-figures',
  title: 'The team statistics are grouped as asked, for one team or every visible one, with the whole roster',
  requirements: [
    ...GROUPS.map(([id]) => id),
    ...refusalsOf('getTeamStats', 'query').map(({ id }) => id),
    'SPEND-22',
    'SPEND-24',
    'SPEND-25',
    'SPEND-26',
    'ROLE-20',
    'ROLE-21',
    'ROLE-22',
  ],
  needs,
  cost: { analytics: { getTeamStats: 11 } },
  closing: true,
  async run(t) {
    const key = adminKey(t)
    const plain = await t.read('getTeamStats', { key })
    if (plain.status === 403 && key.role === 'admin') t.violated('ROLE-21', 'an admin got 403', plain)
    if (plain.status !== 200)
      return t.notExercised(t.scenario.requirements, 'team statistics that are served', plain)
    const groups = new Map<string, { rows: Json[]; exchange: Exchange }>()
    const read = await readGroups(t)
    for (const [index, [id, group_by, kind]] of GROUPS.entries()) {
      const { exchange, rows } = read[index] as (typeof read)[number]
      if (!t.answered(group_by === 'member' ? [id, 'SPEND-26'] : id, exchange)) continue
      groups.set(group_by, { rows, exchange })
      const labels = rows.flatMap(row => keyOf(row, kind) ?? [])
      const twice = labels.find((label, index) => labels.indexOf(label) !== index)
      if (labels.length > 0)
        t.expect(
          id,
          twice === undefined,
          twice ? `${group_by} ${twice} comes twice` : `${labels.length} rows, each ${group_by} once`,
          exchange,
        )
    }
    differ(t, groups)
    const members = groups.get('member')
    if (members) roster(t, members)
    await window(t, key, read.at(-1)?.exchange)
    await byTeam(t, key, groups.get('team'))
    if (members) await everyTeam(t, key, members, groups.get('team')?.rows ?? [])
    await managed(t, key, groups.get('team'))
    // A free reply is enough: not worth waiting for the rate limit.
    if (t.isFree('getTeamStats')) await unknownTeam(t, key)
    if (t.isFree('getTeamStats')) await refusals(t, key, 'others')
  },
})

/** What a manager sees of the teams. */
async function managed(t: Trial, key: Key, whole: { rows: Json[]; exchange: Exchange } | undefined) {
  const manager = t.keys.home().find(one => one.role === 'manager' && one.scopes.has('analytics:read'))
  if (!manager || !whole)
    return t.notExercised(['ROLE-20', 'ROLE-22'], lacks.key('analytics:read', 'manager'))
  const theirs = await t.call('getTeamStats', { key: manager, query: { group_by: 'team', days: 90 } })
  if (!t.answered('ROLE-20', theirs)) return
  await foreignTeam(t, manager, whole.rows, rowsOf(theirs.json, 'team'))
  const rows = rowsOf(theirs.json, 'team')
  const grown = total(rows, moneyOf) > total(whole.rows, moneyOf)
  const again = grown
    ? await t.call('getTeamStats', { key, query: { group_by: 'team', days: 90 } })
    : whole.exchange
  const all = rowsOf(again.json, 'team')
  await judgeRoles(
    t,
    { kind: 'team', manager: 'ROLE-20', figure: moneyOf },
    { rows: all, exchange: again, total: total(all, moneyOf) },
    { rows, exchange: theirs, total: total(rows, moneyOf) },
  )
}

/** A team that an admin sees and the manager does not stays hidden when requested by id. */
async function foreignTeam(t: Trial, manager: Key, whole: Json[], own: Json[]) {
  const named = t.target.fixtures.get('second-team')?.id
  const mine = own.flatMap(row => labelOf(row, 'team') ?? [])
  const spent = whole.filter(row => (moneyOf(row) ?? 0) > 0).flatMap(row => labelOf(row, 'team') ?? [])
  const foreign = named ?? spent.find(label => !mine.includes(label))
  if (foreign === undefined)
    return t.notExercised(
      'ROLE-22',
      lacks.fixture('second-team', 'a team with spend that the manager does not manage'),
    )
  const exchange = await t.call('getTeamStats', {
    key: manager,
    query: { group_by: 'team', days: 90, team_id: foreign },
  })
  const rows = rowsOf(exchange.json, 'team')
  const shown =
    exchange.status === 200 && rows.some(row => labelOf(row, 'team') === foreign && (moneyOf(row) ?? 0) > 0)
  t.expect(
    'ROLE-22',
    !shown,
    `a manager who names the team ${foreign} gets ${exchange.status}${shown ? ' and its spend' : ''}`,
    exchange,
  )
}

/** The subjects of rows, without figures and order, which may change between two reads. */
const about = (rows: readonly Json[]): string =>
  rows
    .map(row =>
      JSON.stringify(row, (_, value: unknown) =>
        typeof value === 'number' || value === null ? undefined : value,
      ),
    )
    .toSorted()
    .join()

/** Groupings by different things that return the same rows are not groupings. */
function differ(t: Trial, groups: Map<string, { rows: Json[]; exchange: Exchange }>) {
  const all = [...groups].filter(([, { rows }]) => rows.length > 0)
  for (const [name, { rows, exchange }] of all) {
    const same = all.find(([other, one]) => other !== name && about(one.rows) === about(rows))
    const id = GROUPS.find(([, group]) => group === name)?.[0]
    if (same && id)
      t.violated(id, `grouped by ${name} the rows are those of ${same[0]}`, exchange, same[1].exchange)
  }
}

function roster(t: Trial, { rows, exchange }: { rows: Json[]; exchange: Exchange }) {
  const idle = t.target.fixtures.get('zero-member')?.id
  if (idle) {
    const found = rows.some(row => labelOf(row, 'user') === idle)
    return void t.expect(
      'SPEND-26',
      found,
      `the member ${idle}, who spent nothing, is ${found ? '' : 'not '}there`,
      exchange,
    )
  }
  const zero = rows.find(row => moneyOf(row) === 0)
  if (zero) t.met('SPEND-26', `${labelOf(zero, 'user')} is there with nothing spent`, exchange)
  else t.notExercised('SPEND-26', lacks.fixture('zero-member', 'a member who spent nothing'), exchange)
}

async function window(t: Trial, key: Key, quarterly: Exchange | undefined) {
  if (!t.wants('SPEND-22') || !quarterly) return
  const optionsFor = (days: number) => ({ key, query: { group_by: 'member', days } })
  const seen = [quarterly, await t.call('getTeamStats', optionsFor(7))]
  const refused = seen.filter(one => one.status !== 200)
  if (refused.length === seen.length)
    return t.violated('SPEND-22', `7 and 90 days both answered ${refused[0]?.status}`, ...seen)
  if (refused.length > 0) {
    return t.notExercised(
      'SPEND-22',
      `a number of days answered ${refused[0]?.status}; its bounds are not stated`,
      ...refused,
    )
  }
  const spent = (one: Exchange | undefined) => total(rowsOf(one?.json, 'user'), moneyOf)
  // The shorter window may have grown since; it cannot have shrunk.
  if (spent(seen[1]) >= spent(seen[0]) - 1e-9)
    seen.push(await t.call('getTeamStats', optionsFor(90)), await t.call('getTeamStats', optionsFor(7)))
  const [quarter, week, later = quarter, again = week] = seen.map(spent)
  const figures = `7 days show ${week}, 90 days ${later}`
  if ((week ?? 0) > (later ?? 0) + 0.005) return t.violated('SPEND-22', figures, ...seen)
  if ((again ?? 0) < (later ?? 0) - 1e-9) return t.met('SPEND-22', figures, ...seen)
  const stuck = (week ?? 0) > 0 && (await historyGrows(t))
  if (stuck) t.violated('SPEND-22', `${figures}, while the spend over time shows more for 90 days`, ...seen)
  else t.notExercised('SPEND-22', `history older than 7 days: ${figures}`, ...seen)
}

/** A team that the statistics show when it is requested, and omit when no team is requested. */
async function teamLeftOut(t: Trial, key: Key, labels: readonly string[]): Promise<string | undefined> {
  if (!t.wants('SPEND-25')) return undefined
  const spent = await t.read('getSpendByTeam', { key, query: { days: 90 } })
  const teams = rowsOf(spent.json, 'team').flatMap(row => labelOf(row, 'team') ?? [])
  for (const team_id of teams.filter(label => !labels.includes(label)).slice(0, 2)) {
    const one = await t.call('getTeamStats', { key, query: { group_by: 'team', team_id } })
    if (one.status === 200 && rowsOf(one.json, 'team').some(row => labelOf(row, 'team') === team_id))
      return team_id
  }
  return undefined
}

async function byTeam(
  t: Trial,
  key: ReturnType<typeof adminKey>,
  whole: { rows: Json[]; exchange: Exchange } | undefined,
) {
  if (!whole) return
  const labels = whole.rows.flatMap(row => labelOf(row, 'team') ?? [])
  const named = ['team', 'second-team'].flatMap(name => t.target.fixtures.get(name as 'team')?.id || [])
  const lost = named.find(id => !labels.includes(id))
  const unlisted = lost ?? (await teamLeftOut(t, key, labels))
  if (unlisted) t.violated('SPEND-25', `without team_id the team ${unlisted} is not there`, whole.exchange)
  else if (labels.length > 1)
    t.met('SPEND-25', `without team_id ${labels.length} teams are there`, whole.exchange)
  else t.notExercised('SPEND-25', lacks.fixture('second-team', 'two teams'), whole.exchange)
  const [one] = named.length > 0 ? named : labels
  if (one === undefined || labels.length < 2)
    return t.notExercised('SPEND-24', lacks.fixture('second-team', 'two teams'), whole.exchange)
  const narrow = await t.read('getTeamStats', { key, query: { group_by: 'team', days: 90, team_id: one } })
  if (narrow.status !== 200)
    return t.notExercised(
      'SPEND-24',
      lacks.fixture('team', `the id of a team: team_id=${one} answered ${narrow.status}`),
      narrow,
    )
  const left = rowsOf(narrow.json, 'team').flatMap(row => labelOf(row, 'team') ?? [])
  const right = left.every(label => label === one) && left.length <= 1
  t.expect(
    'SPEND-24',
    right,
    `with team_id=${one} the teams ${left.join(', ') || 'none'} are there`,
    narrow,
    whole.exchange,
  )
}

/** The statistics of an unknown team show no other team. */
async function unknownTeam(t: Trial, key: Key) {
  if (!t.wants('SPEND-24')) return
  const query = { group_by: 'team', team_id: 'no-such-team-of-this-workspace' }
  const exchange = await t.call('getTeamStats', { key, query })
  const rows = exchange.status === 200 ? rowsOf(exchange.json, 'team') : []
  if (rows.length > 0 || exchange.status >= 500)
    t.violated(
      'SPEND-24',
      `team_id=${query.team_id} answered ${exchange.status} with ${rows.length} teams`,
      exchange,
    )
}

/** Everyone who spent in a team also appears in the statistics by member without team_id. */
async function everyTeam(t: Trial, key: Key, members: { rows: Json[]; exchange: Exchange }, teams: Json[]) {
  if (!t.wants('SPEND-25') || total(members.rows, moneyOf) >= 0.95 * total(teams, moneyOf)) return
  const there = new Set(members.rows.map(row => labelOf(row, 'user')))
  const spent = teams.filter(row => (moneyOf(row) ?? 0) > 0).flatMap(row => labelOf(row, 'team') ?? [])
  for (const team_id of spent.slice(0, 3)) {
    const one = await t.read('getTeamStats', { key, query: { group_by: 'member', days: 90, team_id } })
    const lost = rowsOf(one.json, 'user').find(
      row => (moneyOf(row) ?? 0) > 0 && !there.has(labelOf(row, 'user')),
    )
    if (one.status !== 200 || !lost) continue
    const sentence = `${labelOf(lost, 'user')} is there with team_id=${team_id}, and not without`
    return t.violated('SPEND-25', sentence, members.exchange, one)
  }
}

export const teamStatsScenarios: readonly Scenario[] = [served, team]
