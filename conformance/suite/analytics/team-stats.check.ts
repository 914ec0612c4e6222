/** The team statistics: groupings, days, roster, and one team or every visible one. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions, places } from '../../extract/find-value.ts'
import { idsOf } from '../../requirements/contract.ts'
import { lacks } from '../../requirements/missing.ts'
import { agents } from '../discover.ts'
import { adminKey, askAgain, readTable, servedAsAdmin, type Table, tableOf } from './admin-key.ts'
import { type Days, daysOf, dayText, largerIn, latestOf, round, STILL_SHOWN_DAYS, slackOf } from './days.ts'
import { GROUPS, ROWS } from './figure-table.ts'
import { needs, workspaceScenario } from './figures.ts'
import { type Kind, keyOf, labelOf, moneyOf, namedIn, runsOf } from './read-rows.ts'
import { sumOf } from './relations.ts'
import { eachOnce } from './row-figures.check.ts'

const kindOf = (word: string): Kind => GROUPS.find(one => one.word === word)?.kind ?? 'team'

/** Asks for 90 days, or for as many as are served. */
export const groupedBy = (
  t: Trial,
  word: string,
  more: Record<string, string | number> = {},
  key = adminKey(t),
): Promise<Table> => readTable(t, 'getTeamStats', kindOf(word), { days: 90, group_by: word, ...more }, key)

/** What a team spent on days that no delay of statistics still hides, and that no later reply has lost yet. */
export async function settledDaysOf(t: Trial, team_id: string): Promise<Days> {
  return settledIn(t, (await groupedBy(t, 'day', { team_id })).days)
}

function settledIn(t: Trial, days: Days): Days {
  const latest = latestOf(days)
  const isSettled = (day: number) => day < latest - t.target.pace.lateDays && day > latest - STILL_SHOWN_DAYS
  return new Map([...days].filter(([day, amount]) => amount > 0 && isSettled(day)))
}

export const teamStatsScenario = workspaceScenario('getTeamStats', {
  id: 'analytics/team-stats',
  title: 'The team statistics are grouped as asked, of one team or every visible one, with the whole roster',
  requirements: [
    ...idsOf(GROUPS),
    ...['SPEND-12', 'SPEND-18', 'SPEND-21', 'SPEND-24', 'SPEND-25', 'SPEND-26', 'ANA-30'],
  ],
  cost: { analytics: { getTeamStats: 13, getSpendByTeam: 1, getUsageByTeam: 1, getSpendOverTime: 1 } },
  async run(t) {
    const plain = await t.read('getTeamStats', { key: adminKey(t) })
    if (!servedAsAdmin(t, 'SPEND-21', plain)) return
    t.met('stated-status', 'SPEND-21', 'answered 200', plain)
    if (t.wants(...idsOf(GROUPS), 'SPEND-26')) await groupings(t)
    if (t.wants('SPEND-24')) await oneTeam(t)
    await everyTeam(t)
    await eachDay(t)
  },
})

/** At the end, when the suite has spent something: a workspace may have no figures before. */
export const unknownTeamScenario = scenario({
  id: 'analytics/unknown-team',
  title: 'The team statistics show no figures of a team that does not exist',
  requirements: ['SPEND-24'],
  needs,
  cost: { analytics: { getTeamStats: 1 } },
  turn: 'closing',
  async run(t) {
    const { exchange, figures } = await groupedBy(t, 'team', { team_id: 'no-such-team-of-this-workspace' })
    const sentence = `a team_id that does not exist answered ${exchange.status} with the spend of ${figures.size} teams`
    if (figures.size > 0 || exchange.status >= 500) t.violated('not-there', 'SPEND-24', sentence, exchange)
    else t.notExercised('SPEND-24', `figures of no team: ${sentence}`, exchange)
  },
})

// ── Groupings ───────────────────────────────────────────────────────────────────────────────────────────────────

async function groupings(t: Trial) {
  const known = await knownLabels(t)
  const tables = new Map<Kind, Table>()
  for (const { word, kind } of GROUPS) tables.set(kind, await groupedBy(t, word))
  for (const { id, word, kind } of GROUPS) {
    const table = tables.get(kind)!
    if (!t.answered(word === 'member' ? [id, 'SPEND-26'] : id, table.exchange)) continue
    if (table.rows.length === 0) t.notExercised(id, 'recorded history: there is no row', table.exchange)
    else if (eachOnce(t, id, kind, table.rows, table.exchange)) isOfItsKind(t, id, kind, tables, known)
    if (word === 'member') {
      roster(t, table)
      await rosterOfTeam(t, table)
    }
  }
}

type Labels = ReadonlyMap<Kind, ReadonlySet<string>>

/** Ids and names of agents, people, teams and models, from lists, the target and other figures. */
async function knownLabels(t: Trial): Promise<Labels> {
  const known = new Map<Kind, Set<string>>()
  const add = (kind: Kind, label: string | undefined) => {
    if (label !== undefined) known.set(kind, (known.get(kind) ?? new Set()).add(label))
  }
  for (const { id } of await agents(t).catch(() => [])) add('agent', id)
  for (const { personId } of t.target.keys) add('user', personId)
  for (const id of named(t)) add('team', id)
  for (const { operation, kind } of ROWS.filter(it => it.kind !== 'day'))
    for (const label of (await readTable(t, operation, kind, { days: 90 })).labels) add(kind, label)
  return known
}

/** Rows about something else than asked: known as that, and not as what was asked for. Numbers may be ids of several. */
function isOfItsKind(t: Trial, id: string, kind: Kind, tables: ReadonlyMap<Kind, Table>, known: Labels) {
  const { rows, labels, exchange } = tables.get(kind)!
  const isOf = (of: Kind, label: string): boolean =>
    /[a-z]/i.test(label) &&
    (known.get(of)?.has(label) || (of !== kind && tables.get(of)?.labels.includes(label))) === true
  const mayDiffer =
    kind === 'day'
      ? daysOf(rows, () => 0) === undefined
      : known.has(kind) && !labels.some(label => isOf(kind, label))
  const other = [...known.keys()].find(of => {
    const all = labels.length > 0 ? labels : rows.flatMap(row => labelOf(row, of) ?? [])
    const isEach = all.length > 0 && all.length === rows.length && all.every(label => isOf(of, label))
    // Rows may name what they are about beside a label that could be of anything.
    const theirs = new Set(tables.get(of)?.rows.map(row => keyOf(row, of)))
    const isTheirs = (row: Json) => namedIn(row, of) !== undefined && theirs.has(keyOf(row, of))
    const isSame = rows.length > 1 && rows.every(isTheirs)
    return of !== kind && mayDiffer && (isEach || isSame)
  })
  const sentence = other
    ? `the rows are asked for by ${kind} and are about ${other}s: ${labels.slice(0, 3).join(', ')}`
    : `${rows.length} rows, each ${kind} once`
  t.expect('row-once', id, !other, sentence, exchange)
}

/** A person is missed only where the rows name somebody else whom the target names. */
function roster(t: Trial, { rows, labels, exchange }: Table) {
  const idle = t.target.fixtures.get('zero-member')?.id
  const zero = rows.find(row => moneyOf(row) === 0)
  const name = idle ?? (zero && labelOf(zero, 'user'))
  const isById = t.target.keys.some(({ personId }) => personId !== undefined && labels.includes(personId))
  const isThere = name !== undefined && mentions(rows, name)
  if (name === undefined || !(isThere || isById))
    return t.notExercised('SPEND-26', lacks.fixture('zero-member', 'a member who spent nothing'), exchange)
  const sentence = `the member ${name}, who spent nothing, is ${isThere ? '' : 'not '}there`
  t.expect('full-roster', 'SPEND-26', isThere, sentence, exchange)
}

/** One of a team, who is declared to have spent nothing, is in the roster of that team, as in the roster of all before and after. */
async function rosterOfTeam(t: Trial, before: Table) {
  const idle = t.target.fixtures.get('zero-member')?.id
  const teamOf = ({ rows }: Table) => {
    const row = rows.find(one => labelOf(one, 'user') === idle)
    return row && namedIn(row, 'team')
  }
  const team_id = teamOf(before)
  if (idle === undefined || team_id === undefined || !named(t).includes(team_id)) return
  const narrow = await groupedBy(t, 'member', { team_id })
  const isById = narrow.labels.some(label => before.labels.includes(label))
  if (!isById || mentions(narrow.rows, idle)) return
  const after = tableOf(await askAgain(t, before.exchange), 'user')
  const sentence = `the member ${idle}, who spent nothing and is of the team ${team_id} by the roster of all teams, is not among the ${narrow.labels.length} with team_id=${team_id}`
  if (teamOf(after) === team_id)
    t.violated('full-roster', 'SPEND-26', sentence, before.exchange, narrow.exchange, after.exchange)
}

// ── Teams ───────────────────────────────────────────────────────────────────────────────────────────────────────

const named = (t: Trial) =>
  (['team', 'second-team'] as const).flatMap(name => t.target.fixtures.get(name)?.id ?? [])

async function oneTeam(t: Trial) {
  const all = await groupedBy(t, 'team')
  const { labels } = all
  const [team_id = labels[0]] = named(t)
  if (team_id === undefined || labels.every(label => label === team_id))
    return t.notExercised('SPEND-24', lacks.fixture('second-team', 'two teams'), all.exchange)
  const narrow = await groupedBy(t, 'team', { team_id })
  if (narrow.exchange.status !== 200) {
    const lack = `the id of a team: team_id=${team_id} answered ${narrow.exchange.status}`
    return t.notExercised('SPEND-24', lacks.fixture('team', lack), narrow.exchange)
  }
  // A name in place of an id is no other team.
  const strange = [...narrow.figures.keys()].find(label => label !== team_id && labels.includes(team_id))
  const sentence = `with team_id=${team_id} ${strange === undefined ? 'no other team' : `the team ${strange}`} is there`
  t.expect('own-figures', 'SPEND-24', strange === undefined, sentence, narrow.exchange, all.exchange)
  await byAgent(t, all)
  await byDay(t, all)
}

/**
 * Narrowed to either of two teams, each agent has as much as without, which is more than either team has in all: the
 * narrowing does nothing.
 */
async function byAgent(t: Trial, { figures: spent, exchange }: Table) {
  const [one = '', other = ''] = named(t)
  const whole = await groupedBy(t, 'agent')
  const sum = sumOf([...whole.figures.values()])
  const [mine, theirs] = [spent.get(one), spent.get(other)]
  if (mine === undefined || theirs === undefined || mine === theirs || sum <= Math.max(mine, theirs)) return
  const narrow = [
    await groupedBy(t, 'agent', { team_id: one }),
    await groupedBy(t, 'agent', { team_id: other }),
  ]
  if (narrow.some(({ figures }) => largerIn(whole.figures, figures) !== undefined)) return
  const sentence = `by agent, no row has less with team_id=${one} or with ${other} than without`
  t.violated('own-figures', 'SPEND-24', sentence, whole.exchange, ...narrow.map(it => it.exchange), exchange)
}

/**
 * Whether narrowing to the smaller of two teams does nothing: no day has less than without it, and the settled days come to
 * more than the team has in all.
 */
async function byDay(t: Trial, all: Table) {
  const teams = all.rows.filter(row => named(t).some(team => labelOf(row, 'team') === team))
  for (const figure of [runsOf, moneyOf]) {
    const [least] = teams.toSorted((a, b) => (figure(a) ?? 0) - (figure(b) ?? 0))
    const [team_id, own] = [least && labelOf(least, 'team'), least && figure(least)]
    if (team_id === undefined || own === undefined) continue
    const [whole, narrow] = [await groupedBy(t, 'day'), await groupedBy(t, 'day', { team_id })]
    const [wide, days] = [whole, narrow].map(({ rows }) => daysOf(rows, figure))
    if (!wide || !days || largerIn(wide, days) !== undefined) continue
    const settled = [...settledIn(t, days).values()]
    const sum = sumOf(settled)
    if (sum - slackOf(settled) <= own + slackOf([own])) continue
    const sentence = `with team_id=${team_id} no day has less than without: ${settled.length} days come to ${round(sum)}, all of the team to ${own}`
    const evidence = [all.exchange, whole.exchange, narrow.exchange]
    return t.violated('own-figures', 'SPEND-24', sentence, ...evidence)
  }
}

/** Replies that cover every visible team lack one that has spent, by its own days. */
async function everyTeam(t: Trial) {
  const all = await groupedBy(t, 'team')
  const tables = [{ id: 'SPEND-25', table: all, candidates: named(t) }]
  for (const { operation, rows: id } of ROWS.filter(({ kind }) => kind === 'team')) {
    const table = await readTable(t, operation, 'team', { days: 90 })
    tables.push({ id, table, candidates: named(t) })
    tables[0]?.candidates.push(...table.labels)
  }
  for (const { id, table, candidates } of tables) {
    // Names in place of ids cannot be told from missing ids.
    const isById = table.rows.length === 0 || candidates.some(team => mentions(table.rows, team))
    // Teams may be the names of members: `{ teams: { t1: 1.5 } }`.
    const members = new Set(Array.from(places(table.exchange.json), ({ name }) => name))
    const lost = candidates.find(team => !mentions(table.rows, team) && !members.has(team))
    if (table.exchange.status !== 200 || lost === undefined || !isById || !t.wants(id)) continue
    const [day] = (await settledDaysOf(t, lost)).keys()
    const sentence = `the team ${lost}, which spent on ${day && dayText(day)} by the team statistics, is not there`
    if (day !== undefined && (await isNarrowed(t, lost)))
      t.violated('full-roster', id, sentence, table.exchange)
  }
  const [, second] = named(t)
  if (second !== undefined && t.wants('SPEND-25')) await everyMember(t, second)
  if (t.isDecided('SPEND-25') || all.exchange.status !== 200) return
  const sentence = `without team_id ${all.labels.length} teams are there`
  if (all.labels.length > 1) t.met('full-roster', 'SPEND-25', sentence, all.exchange)
  else t.notExercised('SPEND-25', lacks.fixture('second-team', 'two teams'), all.exchange)
}

/** Whether the days of a team are not simply those of all teams: what is called so may be no team, and narrow nothing. */
async function isNarrowed(t: Trial, team_id: string): Promise<boolean> {
  const { days } = await groupedBy(t, 'day')
  return largerIn(settledIn(t, days), await settledDaysOf(t, team_id)) !== undefined
}

/** Nobody of a team that has spent is in the roster of all teams. */
async function everyMember(t: Trial, team_id: string) {
  const [all, own] = [await groupedBy(t, 'member'), await groupedBy(t, 'member', { team_id })]
  const people = own.labels
  if (all.exchange.status !== 200 || people.length === 0) return
  if (all.labels.length === 0 || people.some(label => all.labels.includes(label))) return
  const [day] = (await settledDaysOf(t, team_id)).keys()
  const sentence = `none of the ${people.length} members of the team ${team_id}, which spent on ${day && dayText(day)}, is in the roster without team_id`
  if (day !== undefined) t.violated('full-roster', 'SPEND-25', sentence, all.exchange, own.exchange)
}

// ── Days ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Buckets of several days: each is what the days up to the next one came to by the team statistics, and more than a day
 * can be, wherever it begins. One may be so by chance, in a workspace where some spend is of no team.
 */
async function eachDay(t: Trial) {
  if (!t.wants('SPEND-18')) return
  const spend = await readTable(t, 'getSpendOverTime', 'day', { days: 90 })
  const table = await groupedBy(t, 'day')
  const [buckets, days] = [spend, table].map(({ rows }) => daysOf(rows, moneyOf))
  if (!buckets || !days) return
  const settled = latestOf(days) - t.target.pace.lateDays
  const begins = [...buckets.keys()].toSorted((a, b) => a - b)
  const merged = begins.flatMap((day, n) => {
    const next = begins[n + 1] ?? Infinity
    const amount = buckets.get(day) ?? 0
    const between = [...days].filter(([at]) => at >= day && at < next)
    const around = [day - 1, day, day + 1].map(at => days.get(at) ?? 0)
    const [sum, most] = [between.map(([, one]) => one), around].map(sumOf) as [number, number]
    const isSum = Math.abs(amount - sum) <= slackOf([amount, ...between.map(([, one]) => one)])
    return next <= settled && isSum && amount > most + slackOf([amount, ...around])
      ? [{ day, next, amount }]
      : []
  })
  const [first] = merged
  if (!first || new Set(merged.map(({ amount }) => amount)).size < 2) return
  const sentence = `${merged.length} rows are each what several days came to: that of ${dayText(first.day)} shows ${first.amount}, as much as the days before ${dayText(first.next)}`
  t.violated('row-once', 'SPEND-18', sentence, spend.exchange, table.exchange)
}
