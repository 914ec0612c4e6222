/** The team statistics: groupings, days, roster, and one team or every visible one. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { agents } from '../discover.ts'
import { adminKey, refusesMember, servedAsAdmin } from './admin-key.ts'
import { beyond, type Days, daysOf, dayText, latestOf, SETTLED_DAYS } from './days.ts'
import { GROUPS, negativesOf, ROWS } from './figure-table.ts'
import { eachOnce, needs } from './figures.check.ts'
import { type Kind, labelOf, moneyOf, rowsOf, runsOf } from './read-rows.ts'

export interface Grouping {
  exchange: Exchange
  rows: Json[]
}

const kindOf = (word: string): Kind => GROUPS.find(one => one.word === word)?.kind ?? 'team'

/** Asks for 90 days, or for the default window where that is refused, because the bounds are not stated. */
export async function groupedBy(
  t: Trial,
  word: string,
  more: Record<string, string | number> = {},
  key = adminKey(t),
): Promise<Grouping> {
  const query = { group_by: word, ...more }
  const asked = await t.read('getTeamStats', { key, query: { days: 90, ...query } })
  const isRefused = asked.status === 422 || asked.status === 400
  const exchange = isRefused && !more.days ? await t.read('getTeamStats', { key, query }) : asked
  return { exchange, rows: exchange.status === 200 ? rowsOf(exchange.json, kindOf(word)) : [] }
}

export const labelsIn = ({ rows }: Grouping, word: string): string[] =>
  rows.flatMap(row => labelOf(row, kindOf(word)) ?? [])

/** What a team spent, or how many runs it had, on days that no delay of statistics still hides. */
export async function settledDaysOf(t: Trial, team_id: string): Promise<Days> {
  const { rows } = await groupedBy(t, 'day', { team_id })
  const days = daysOf(rows, row => moneyOf(row) ?? runsOf(row)) ?? new Map()
  const latest = days.size > 0 ? latestOf(days) : 0
  // The first day of the window may fall out of a later reply.
  const isSettled = (day: number) => day < latest - SETTLED_DAYS && day > latest - 80
  return new Map([...days].filter(([day, amount]) => amount > 0 && isSettled(day)))
}

const statistics = scenario({
  id: 'analytics/team-stats',
  title: 'The team statistics are grouped as asked, for one team or every visible one, with the whole roster',
  requirements: [
    ...idsOf(GROUPS),
    ...negativesOf('getTeamStats'),
    ...['SPEND-12', 'SPEND-21', 'SPEND-22', 'SPEND-24', 'SPEND-25', 'SPEND-26', 'ANA-30'],
    ...['ROLE-10', 'ROLE-21'],
  ],
  needs,
  cost: { analytics: { getTeamStats: 17, getSpendByTeam: 1, getUsageByTeam: 1 } },
  async run(t) {
    const key = adminKey(t)
    await refusesMember(t, 'getTeamStats', 'ROLE-10')
    const plain = await t.read('getTeamStats', { key })
    if (!servedAsAdmin(t, 'SPEND-21', plain)) return
    t.met('stated-status', 'SPEND-21', 'answered 200 without parameters', plain)
    const known = await knownLabels(t)
    for (const { id, word, kind } of GROUPS) {
      const { exchange, rows } = await groupedBy(t, word)
      if (!t.answered(word === 'member' ? [id, 'SPEND-26'] : id, exchange)) continue
      if (rows.length === 0) t.notExercised(id, 'recorded history: there is no row', exchange)
      else if (eachOnce(t, id, kind, rows, exchange)) isOfItsKind(t, id, kind, rows, exchange, known)
    }
    await days(t)
    await roster(t)
    await oneTeam(t)
    await everyTeam(t)
    await refuses(t, 'getTeamStats', refusalsOf('getTeamStats', 'query'), { options: { key } })
  },
})

// ── Groupings ───────────────────────────────────────────────────────────────────────────────────────────────────

type Labels = ReadonlyMap<Kind, ReadonlySet<string>>

/** Ids and names of agents, people, teams and models, from lists, the target and other figures. */
async function knownLabels(t: Trial): Promise<Labels> {
  const known = new Map<Kind, Set<string>>()
  const add = (kind: Kind, label: string | undefined) => {
    if (label !== undefined) known.set(kind, (known.get(kind) ?? new Set()).add(label))
  }
  for (const { id } of await agents(t).catch(() => [])) add('agent', id)
  for (const { personId } of t.target.keys) add('user', personId)
  for (const name of ['team', 'second-team'] as const) add('team', t.target.fixtures.get(name)?.id)
  for (const { operation, kind } of ROWS) {
    if (kind === 'day') continue
    const { status, json } = await t.read(operation, { key: adminKey(t), query: { days: 90 } })
    for (const row of status === 200 ? rowsOf(json, kind) : []) add(kind, labelOf(row, kind))
  }
  return known
}

/** Rows about something else than asked: known as that, and not as what was asked for. Numbers may be ids of several. */
function isOfItsKind(
  t: Trial,
  id: string,
  kind: Kind,
  rows: readonly Json[],
  exchange: Exchange,
  known: Labels,
) {
  const labels = rows.flatMap(row => labelOf(row, kind) ?? [])
  const isKnown = (of: Kind, label: string) => known.get(of)?.has(label) ?? false
  const isOf = (of: Kind) =>
    labels.length > 0 && labels.every(label => /[a-z]/i.test(label) && isKnown(of, label))
  const others = [...known.keys()].filter(of => of !== kind)
  const other =
    kind === 'day'
      ? daysOf(rows, () => 0) === undefined && others.find(isOf)
      : !labels.some(label => isKnown(kind, label)) && known.has(kind) && others.find(isOf)
  if (other) {
    const sentence = `the rows are asked for by ${kind} and are about ${other}s: ${labels.slice(0, 3).join(', ')}`
    return t.violated('row-once', id, sentence, exchange)
  }
  t.met('row-once', id, `${rows.length} rows, each ${kind} once`, exchange)
}

async function days(t: Trial) {
  if (!t.wants('SPEND-22')) return
  // The longer window first: what is spent in between cannot make it show more.
  const [quarter, week] = [await groupedBy(t, 'day'), await groupedBy(t, 'day', { days: 7 })]
  const [few, many] = [week, quarter].map(({ rows }) => daysOf(rows, row => moneyOf(row) ?? runsOf(row)))
  const evidence = [week.exchange, quarter.exchange]
  const refused = evidence.find(one => one.status !== 200)
  if (refused) return t.notExercised('SPEND-22', `a window that is accepted: ${refused.status}`, refused)
  const span = few && beyond(few, 7)
  const shown = (all: Days | undefined) => [...(all?.values() ?? [])].filter(amount => amount > 0).length
  if (span) {
    const sentence = `days=7 shows amounts from ${span.first} to ${span.last}`
    t.violated('inside-window', 'SPEND-22', sentence, ...evidence)
  } else if (shown(many) > shown(few)) {
    const sentence = `amounts stand on ${shown(many)} of 90 days, on ${shown(few)} of 7`
    t.met('inside-window', 'SPEND-22', sentence, ...evidence)
  } else t.notExercised('SPEND-22', 'history older than 7 days', ...evidence)
}

async function roster(t: Trial) {
  const all = await groupedBy(t, 'member')
  if (all.exchange.status !== 200) return
  const idle = t.target.fixtures.get('zero-member')?.id
  const zero = all.rows.find(row => (idle === undefined ? moneyOf(row) === 0 : labelOf(row, 'user') === idle))
  const name = zero ? labelOf(zero, 'user') : idle
  if (name === undefined)
    return t.notExercised(
      'SPEND-26',
      lacks.fixture('zero-member', 'a member who spent nothing'),
      all.exchange,
    )
  const sentence = `the member ${name}, who spent nothing, is ${zero ? '' : 'not '}there`
  t.expect('full-roster', 'SPEND-26', zero !== undefined, sentence, all.exchange)
}

// ── Teams ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function oneTeam(t: Trial) {
  const id = 'SPEND-24'
  if (!t.wants(id)) return
  const [team, other] = (['team', 'second-team'] as const).map(name => t.target.fixtures.get(name)?.id)
  const all = await groupedBy(t, 'team')
  const labels = labelsIn(all, 'team')
  const team_id = team ?? labels[0]
  if (team_id === undefined || labels.every(label => label === team_id))
    return t.notExercised(id, lacks.fixture('second-team', 'two teams'), all.exchange)
  const narrow = await groupedBy(t, 'team', { team_id })
  if (narrow.exchange.status !== 200) {
    const sentence = `the id of a team: team_id=${team_id} answered ${narrow.exchange.status}`
    return t.notExercised(id, lacks.fixture('team', sentence), narrow.exchange)
  }
  const strange = labelsIn(narrow, 'team').find(label => label !== team_id)
  const sentence = `with team_id=${team_id} ${strange === undefined ? 'no other team' : `the team ${strange}`} is there`
  t.expect('own-figures', id, strange === undefined, sentence, narrow.exchange, all.exchange)
  const unknown = await groupedBy(t, 'team', { team_id: 'no-such-team-of-this-workspace' })
  if (unknown.rows.length > 0 || unknown.exchange.status >= 500) {
    const says = `a team_id that does not exist answered ${unknown.exchange.status} with ${unknown.rows.length} teams`
    t.violated('not-there', id, says, unknown.exchange)
  }
  if (other !== undefined && team !== undefined) await byAgent(t, [team, other], all)
}

/**
 * Narrowed to either of two teams, each agent has as much as without, which is more than either team has in all: the
 * narrowing does nothing.
 */
async function byAgent(t: Trial, teams: readonly [string, string], all: Grouping) {
  const whole = await groupedBy(t, 'agent')
  const spent = (team: string) => moneyOf(all.rows.find(row => labelOf(row, 'team') === team) ?? {}) ?? 0
  const figures = new Map(whole.rows.map(row => [labelOf(row, 'agent'), moneyOf(row) ?? 0]))
  const sum = [...figures.values()].reduce((total, one) => total + one, 0)
  if (spent(teams[0]) === spent(teams[1]) || sum <= Math.max(...teams.map(spent))) return
  const evidence: Exchange[] = []
  for (const team_id of teams) {
    const { exchange, rows } = await groupedBy(t, 'agent', { team_id })
    const own = new Map(rows.map(row => [labelOf(row, 'agent'), moneyOf(row) ?? 0]))
    if (rows.length === 0 || [...figures].some(([label, one]) => (own.get(label) ?? 0) < one)) return
    evidence.push(exchange)
  }
  const sentence = `by agent, no row has less with team_id=${teams.join(', or with ')} than without`
  t.violated('own-figures', 'SPEND-24', sentence, whole.exchange, ...evidence, all.exchange)
}

/** Replies that cover every visible team lack one that has spent, by its own days. */
async function everyTeam(t: Trial) {
  const all = await groupedBy(t, 'team')
  const labels = labelsIn(all, 'team')
  const named = (['team', 'second-team'] as const).flatMap(name => t.target.fixtures.get(name)?.id ?? [])
  const [second] = named.slice(1)
  const tables = [{ id: 'SPEND-25', exchange: all.exchange, labels }]
  for (const it of ROWS.filter(({ kind }) => kind === 'team')) {
    const exchange = await t.read(it.operation, { key: adminKey(t), query: { days: 90 } })
    const own = rowsOf(exchange.json, 'team').flatMap(row => labelOf(row, 'team') ?? [])
    tables.push({ id: it.rows, exchange, labels: own })
  }
  const candidates = [...new Set([...named, ...tables.flatMap(one => one.labels)])]
  for (const { id, exchange, labels: own } of tables) {
    // Names in place of ids cannot be told from missing ids.
    const isById = own.length === 0 || own.some(label => named.includes(label))
    const lost = candidates.find(team => !own.includes(team) && (id === 'SPEND-25' || named.includes(team)))
    if (exchange.status !== 200 || lost === undefined || !isById || !t.wants(id)) continue
    const [day] = (await settledDaysOf(t, lost)).keys()
    if (day === undefined) continue
    const sentence = `the team ${lost}, which spent on ${dayText(day)} by the team statistics, is not there`
    t.violated('full-roster', id, sentence, exchange)
  }
  if (!t.isDecided('SPEND-25') && second !== undefined) await everyMember(t, second)
  if (t.isDecided('SPEND-25') || all.exchange.status !== 200) return
  const sentence = `without team_id ${labels.length} teams are there`
  if (labels.length > 1) t.met('full-roster', 'SPEND-25', sentence, all.exchange)
  else t.notExercised('SPEND-25', lacks.fixture('second-team', 'two teams'), all.exchange)
}

/** Nobody of a team that has spent is in the roster of all teams. */
async function everyMember(t: Trial, team_id: string) {
  const [all, own] = [await groupedBy(t, 'member'), await groupedBy(t, 'member', { team_id })]
  const people = labelsIn(own, 'member')
  const isThere = people.some(label => labelsIn(all, 'member').includes(label))
  if (all.exchange.status !== 200 || people.length === 0 || isThere) return
  const [day] = (await settledDaysOf(t, team_id)).keys()
  if (day === undefined) return
  const sentence = `none of the ${people.length} members of the team ${team_id}, which spent on ${dayText(day)}, is in the roster without team_id`
  t.violated('full-roster', 'SPEND-25', sentence, all.exchange, own.exchange)
}

export const teamStatsScenarios: readonly Scenario[] = [statistics]
