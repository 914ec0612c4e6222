/** What managers see: the figures of their own teams, and nothing of a team that the target names as another's. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { idsOf } from '../../requirements/contract.ts'
import { type Exchange, isForbidden, isRefusal } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { beginningWith, isServed, servedBeside } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { adminKey, askAgain, keyOf, type Table, tableOf } from './admin-key.ts'
import { dayNumber, dayText, largerIn, round, slackOf } from './days.ts'
import { GROUPS, PERIODS, ROWS } from './figure-table.ts'
import { needs, summaryFigures } from './figures.ts'
import { numbersIn } from './months.ts'
import { type Kind, moneyOf } from './read-rows.ts'
import { sumOf } from './relations.ts'
import { groupedBy, settledDaysOf } from './team-stats.check.ts'

type Figures = ReadonlyMap<string, number>

/** A workspace-wide reply: the requirement that managers see their part, and what its figures are by. */
interface Source {
  id: string
  operation: string
  kind: Kind | 'period'
  query: Record<string, string | number>
  relations?: (typeof ROWS)[number]['relations']
}

const SUMMARY: Source = {
  id: 'ROLE-11',
  operation: 'getInsightsSummary',
  kind: 'period',
  query: { period: '90d' },
}

const SOURCES: readonly Source[] = [
  ...ROWS.map(({ manager: id, operation, kind, relations }) => ({
    ...{ id, operation, kind, relations },
    query: { days: 90 },
  })),
  SUMMARY,
  ...GROUPS.map(({ word, kind }) => ({
    id: 'ROLE-20',
    operation: 'getTeamStats',
    kind,
    query: { group_by: word },
  })),
]
const OPERATIONS = new Set(SOURCES.map(({ operation }) => operation))

/** Shared where it was read before. The bounds of days are stated for neither teams nor spend. */
const ask = async (t: Trial, { operation, query }: Source, key: Key): Promise<Exchange> =>
  operation === 'getTeamStats'
    ? (await groupedBy(t, String(query.group_by), {}, key)).exchange
    : t.read(operation, { key, query })

export const roleScenario = scenario({
  id: 'analytics/managers',
  title: 'A manager sees the figures of the own teams, an admin those of the workspace',
  requirements: [...idsOf(SOURCES), ...['ROLE-21', 'ROLE-22', 'SPEND-24'], ...idsOf(PERIODS)],
  needs: { ...needs, role: 'manager' },
  cost: {
    analytics: {
      ...Object.fromEntries(SOURCES.map(it => [it.operation, 3])),
      ...{ getTeamStats: 14, getInsightsSummary: 6 },
    },
  },
  turn: 'closing',
  async run(t) {
    const manager = keyOf(t, 'manager')
    if (!manager) return t.notExercised(t.scenario.requirements, lacks.key('analytics:read', 'manager'))
    const teams = await teamsOf(t, manager)
    for (const source of SOURCES) if (t.wants(source.id, 'ROLE-21')) await compare(t, source, manager, teams)
    if (t.wants('ROLE-11')) await sameTeams(t, manager)
    await eachPeriod(t, manager)
    if (t.wants('ROLE-21', 'ROLE-22')) await otherTeam(t, manager, teams)
    if (t.wants('SPEND-24')) await ownTeam(t, manager, teams)
  },
})

type Teams = Awaited<ReturnType<typeof teamsOf>>

/** The teams of the target, else one that a manager sees, and one that only an admin does. */
async function teamsOf(t: Trial, manager: Key) {
  const all = (await groupedBy(t, 'team')).labels
  const mine = (await groupedBy(t, 'team', {}, manager)).labels
  const declared = t.target.fixtures.get('second-team')?.id
  return {
    own: t.target.fixtures.get('team')?.id ?? mine[0],
    other: declared ?? (mine.length > 0 ? all.find(label => !mine.includes(label)) : undefined),
    /** Whether the target says that the manager does not manage the other one. */
    isDeclared: declared !== undefined,
    /** The endpoints on which an admin saw more than the manager. */
    whole: new Set<string>(),
  }
}

/** People or agents that one of two teams has and the other has not, as an admin sees them; or the team. */
async function onlyOf(t: Trial, kind: Source['kind'], team: string, other: string): Promise<string[]> {
  if (kind === 'team') return [team]
  if (kind !== 'user' && kind !== 'agent') return []
  const labelsOf = async (team_id: string) =>
    kind === 'user'
      ? (await groupedBy(t, 'member', { team_id })).labels
      : [...(await groupedBy(t, 'agent', { team_id })).figures.keys()]
  const others = await labelsOf(other)
  return (await labelsOf(team)).filter(label => !others.includes(label))
}

const spentByDay = async (t: Trial, team_id: string): Promise<Figures> =>
  (await groupedBy(t, 'day', { team_id })).figures

const figuresIn = (t: Trial, { kind }: Source, exchange: Exchange): Figures =>
  kind === 'period' ? summaryFigures(t, exchange) : tableOf(exchange, kind).figures

async function compare(t: Trial, source: Source, manager: Key, teams: Teams) {
  const { id, operation, kind } = source
  const { own, other } = teams
  const first = await ask(t, source, adminKey(t))
  const theirs = await ask(t, source, manager)
  if (first.status !== 200 || !t.answered(id, theirs)) return
  const [before, seen] = [figuresIn(t, source, first), figuresIn(t, source, theirs)]
  if (kind === 'team' && teams.isDeclared && seen.has(other ?? '')) {
    const sentence = `a manager sees the team ${other}, which is not theirs`
    return t.violated('role-window', id, sentence, theirs)
  }
  if (teams.isDeclared && (await isAnotherTeams(t, kind, seen, before, teams))) {
    const sentence = `what a manager sees by ${kind} is of the team ${other}, and nothing of the own one`
    return t.violated('role-window', id, sentence, first, theirs)
  }
  if (kind === 'period' && lacksDay(t.target.pace.lateDays, seen, before) !== undefined) {
    const last = await askAgain(t, first)
    const day = lacksDay(t.target.pace.lateDays, seen, before, figuresIn(t, source, last))
    const sentence = `of ${day} a manager sees ${seen.get(day ?? '')} runs, an admin fewer on all days beside it`
    if (day !== undefined) return t.violated('role-window', 'ROLE-21', sentence, first, theirs, last)
  }
  const [wrong, theirOwn] = [theirs, first].map(one =>
    kind === 'period' ? undefined : source.relations?.(tableOf(one, kind).rows).find(([, , holds]) => !holds),
  )
  if (wrong && !theirOwn)
    return t.violated(wrong[0], id, `to a manager, but not to an admin, ${wrong[3]}`, first, theirs)
  if (await isTotalOfAll(t, source, first, theirs, teams)) return
  if (kind === 'user' && (await lacksTheirPeople(t, source, first, theirs, teams))) return
  const less = largerIn(before, seen)
  if (less !== undefined) {
    const sentence = `an admin sees ${round(before.get(less) ?? 0)} for ${less}, a manager ${round(seen.get(less) ?? 0)}`
    if (other !== undefined) t.met('role-window', id, sentence, first, theirs)
    const [seenOn, all] = [teams.whole.add(operation).size, OPERATIONS.size]
    if (seenOn >= all)
      return t.met('role-window', 'ROLE-21', `on all ${all} endpoints: ${sentence}`, first, theirs)
    const lack = `the other workspace-wide endpoints: seen on ${seenOn} of ${all}`
    return t.notExercised('ROLE-21', lack, first, theirs)
  }
  const isEmpty = before.size === 0 || own === undefined || other === undefined
  if (isEmpty || !(await settledDaysOf(t, other)).size || !(await onlyOf(t, 'user', other, own)).length) {
    const lack = lacks.fixture('second-team', 'a team with history that the manager does not manage')
    return t.notExercised([id, 'ROLE-21'], lack, first, theirs)
  }
  // A reading before and one after leave no room for a delay, where what the other team has spent stands still: the first
  // may be older than what the manager sees.
  const last = await askAgain(t, first)
  const after = figuresIn(t, source, last)
  // The labels under which the other team has spent, where a reply tells them.
  const days = kind === 'day' || kind === 'period' ? await settledDaysOf(t, other) : new Map<number, number>()
  const strange = [...[...days.keys()].map(dayText), ...(await onlyOf(t, kind, other, own))]
  const others = strange.length > 0 ? strange : [...before.keys()]
  const isLater = largerIn(seen, after) !== undefined
  // What is missing may be late, or be called otherwise here; a team that has spent is there where the own one is.
  const isKnown = (label: string) => before.has(label) || (kind === 'team' && before.has(own))
  if (isLater || !others.some(label => isKnown(label) && before.get(label) === after.get(label)))
    return t.notExercised([id, 'ROLE-21'], 'figures that stand still for a moment', first, theirs, last)
  const sentence = `a manager and an admin see the same ${seen.size} figures by ${kind}, though the team ${other} has spent`
  const whose = (await isWhole(t, kind, seen, own, other)) ? id : 'ROLE-21'
  t.violated('role-window', whose, sentence, first, theirs, last)
}

/**
 * An amount beside the rows that is their sum for an admin, and as much for a manager, whose rows come to less: what another
 * team has spent is in it.
 */
async function isTotalOfAll(t: Trial, { id, kind }: Source, first: Exchange, theirs: Exchange, teams: Teams) {
  if (kind === 'period' || teams.other === undefined) return false
  const amountsIn = ({ json }: Exchange) =>
    numbersIn(json, ({ path, value }) => !/(^|\.)\d+\./.test(path) && !Number.isInteger(Number(value)))
  // How much an amount is more than the rows, beyond what rounding may hide.
  const isMore = (amount: number, one: Exchange, sign = 1) => {
    const parts = tableOf(one, kind).rows.map(row => moneyOf(row) ?? 0)
    return sign * (amount - sumOf(parts)) > slackOf([amount, ...parts])
  }
  const isSum = (amount: number, one: Exchange) => !isMore(amount, one) && !isMore(amount, one, -1)
  const found = [...amountsIn(theirs)].find(([path, amount]) => {
    const all = amountsIn(first).get(path) ?? Infinity
    return amount >= all && isSum(all, first) && isMore(amount, theirs)
  })
  if (!found || !(await settledDaysOf(t, teams.other)).size) return false
  const last = await askAgain(t, first)
  const [path, amount] = found
  const all = amountsIn(last).get(path) ?? 0
  if (amount > all || !isSum(all, last)) return false
  const sentence = `${path} is ${amount} for a manager, whose rows come to less, as for an admin, whose rows it adds up`
  t.violated('role-window', id, sentence, first, theirs, last)
  return true
}

/**
 * An admin is shown nobody of those whom a manager is shown, before and after, and fewer: no bound on the rows explains it, and
 * rows of both have the same form. An older reply does not: the team spent longer ago than statistics may be late, and
 * one of these persons is shown with more than in the manager's last 7 days.
 */
async function lacksTheirPeople(t: Trial, source: Source, first: Exchange, theirs: Exchange, { own }: Teams) {
  const [before, seen] = [first, theirs].map(one => figuresIn(t, source, one)) as [Figures, Figures]
  const isNone = (all: Figures) =>
    all.size > 0 && all.size < seen.size && [...seen.keys()].every(label => !all.has(label))
  const people = new Set(t.keys.home().flatMap(({ personId }) => personId ?? []))
  const known = [...seen].filter(([label]) => people.has(label))
  const [whole, part] = [first, theirs].map(one => tableOf(one, 'user').rows.map(row => Object.keys(row)))
  const isAlike = new Set([whole, part].flatMap(rows => rows?.map(String) ?? [])).size === 1
  if (
    own === undefined ||
    known.length === 0 ||
    !isAlike ||
    !isNone(before) ||
    !(await settledDaysOf(t, own)).size
  )
    return false
  const week = await askAgain(t, theirs, { days: 7 })
  const lately = figuresIn(t, source, week)
  const [label] =
    known.find(([one, figure]) => {
      const late = lately.get(one) ?? 0
      return lately.size > 0 && figure > late + slackOf([figure, late])
    }) ?? []
  const last = await askAgain(t, first)
  if (label === undefined || !isNone(figuresIn(t, source, last))) return false
  const sentence = `an admin is shown none of the ${seen.size} people whom a manager is shown, ${label} with more than in 7 days`
  t.violated('role-window', 'ROLE-21', sentence, first, theirs, week, last)
  return true
}

/**
 * A month of a manager lies within the 90 days of the same manager, whatever the teams are: where it has more runs of a
 * settled day, and as many as an admin sees, it is of the whole workspace.
 */
async function sameTeams(t: Trial, manager: Key) {
  const [all, own] = [await ask(t, SUMMARY, adminKey(t)), await ask(t, SUMMARY, manager)]
  for (const { period } of PERIODS.filter(({ days }) => days === undefined)) {
    const part = await t.read(SUMMARY.operation, { key: manager, query: { period } })
    const [seen, whole] = [part, own].map(one => summaryFigures(t, one)) as [Figures, Figures]
    if (lacksDay(t.target.pace.lateDays, seen, whole) === undefined) continue
    const last = await askAgain(t, own)
    const day = lacksDay(t.target.pace.lateDays, seen, whole, summaryFigures(t, last)) ?? ''
    const sentence = `of ${day} period=${period} shows a manager ${seen.get(day)} runs, as an admin sees, and period=90d fewer on all days beside it`
    if (day !== '' && seen.get(day) === summaryFigures(t, all).get(day))
      t.violated('role-window', 'ROLE-11', sentence, part, own, last, all)
  }
}

/** Where an admin is served a period, a manager who is served another one is served this one as well. */
async function eachPeriod(t: Trial, manager: Key) {
  const served = await ask(t, SUMMARY, manager)
  for (const { id, period } of isServed(served) ? PERIODS : []) {
    if (!t.wants(id)) continue
    const query = { period }
    const reply = await t.read(SUMMARY.operation, { key: manager, query })
    if (!isServed(await t.read(SUMMARY.operation, { key: adminKey(t), query }))) continue
    const send = beginningWith(reply, () => askAgain(t, reply))
    const what = `period=${period} asked by a manager`
    // A plan or a team may have no so long history.
    if (!isForbidden(reply)) await servedBeside(t, id, what, send, () => askAgain(t, served), 'accepts-value')
  }
}

/**
 * A day, older than statistics may be late, of which the part counts more runs than any whole does of the three days around it: no
 * delay, no late booking and no time zone explains it. Of amounts a credit might. Every whole has an earlier day, so the
 * day lies inside the windows, which may have moved on since the part was read.
 */
function lacksDay(lateDays: number, part: Figures, ...wholes: readonly Figures[]): string | undefined {
  const latest = (all: Figures) => Math.max(0, ...[...all.keys()].map(label => dayNumber(label) ?? 0))
  const earliest = (all: Figures) => Math.min(...[...all.keys()].flatMap(label => dayNumber(label) ?? []))
  const today = Math.min(...[part, ...wholes].map(latest))
  const around = (whole: Figures, day: number) =>
    sumOf([day - 1, day, day + 1].map(one => whole.get(dayText(one)) ?? 0))
  return [...part.keys()].find(label => {
    const day = dayNumber(label) ?? 0
    if (day >= today - lateDays - 1) return false
    return wholes.every(whole => day > earliest(whole) && (part.get(label) ?? 0) > around(whole, day))
  })
}

/** The reply shows what only the other team has, and lacks what only the manager's has. */
async function isAnotherTeams(
  t: Trial,
  kind: Source['kind'],
  seen: Figures,
  all: Figures,
  { own, other }: Teams,
): Promise<boolean> {
  if (own === undefined || other === undefined) return false
  const settled = [...(await settledDaysOf(t, other)).keys()].map(dayText)
  const isOf = (spent: Figures) => settled.every(day => seen.get(day) === spent.get(day))
  if (kind === 'day')
    return settled.length > 1 && isOf(await spentByDay(t, other)) && !isOf(await spentByDay(t, own))
  if (settled.length === 0 || kind === 'team') return false
  const known = (await onlyOf(t, kind, own, other)).filter(label => all.has(label))
  const strange = await onlyOf(t, kind, other, own)
  return known.length > 0 && !known.some(label => seen.has(label)) && strange.some(label => seen.has(label))
}

/** Of two equal replies, whether it is the whole workspace that both show, or the manager's teams. */
async function isWhole(t: Trial, kind: Source['kind'], seen: Figures, own: string, other: string) {
  const strange = await onlyOf(t, kind, other, own)
  if (strange.length > 0) return strange.some(label => seen.has(label))
  const both = [await spentByDay(t, own), await spentByDay(t, other)].flatMap(all => [...all.values()])
  return (kind === 'period' ? (seen.get('cost') ?? 0) : sumOf([...seen.values()])) >= sumOf(both)
}

/** A manager is not shown the team of another one, even by its name. Agents may be of several teams, and questions are scarce. */
async function otherTeam(t: Trial, manager: Key, teams: Teams) {
  const { other } = teams
  const { exchange } = await groupedBy(t, 'team')
  if (exchange.status !== 200) return
  if (other === undefined) return t.notExercised('ROLE-22', lacks.fixture('second-team'), exchange)
  for (const { word, kind } of GROUPS.filter(one => one.kind !== 'agent')) {
    const { exchange: reply, figures } = await groupedBy(t, word, { team_id: other }, manager)
    const all = (await groupedBy(t, word)).figures
    const shown = kind === 'team' ? figures.has(other) : await isAnotherTeams(t, kind, figures, all, teams)
    const says = `a manager who names the team ${other} gets ${reply.status}${shown ? ' and its spend' : ''} by ${word}`
    // Only a table of teams names whose spend it is.
    const isEmpty = reply.status !== 200 || [...figures.values()].every(one => one === 0)
    if (kind === 'team' || isEmpty || shown)
      t.expect('role-window', 'ROLE-22', !shown || (kind !== 'team' && isEmpty), says, exchange, reply)
  }
}

/** A team that the same manager is shown, and whose id an admin is served, is visible: naming it is no reason to refuse. */
async function ownTeam(t: Trial, manager: Key, { own }: Teams) {
  if (own === undefined) return
  const isThere = ({ labels }: Table) => labels.includes(own)
  const tables = [await groupedBy(t, 'team', {}, manager), await groupedBy(t, 'team', { team_id: own })]
  if (!tables.every(isThere)) return
  const ask = (query: object) =>
    t.call('getTeamStats', { key: manager, query: { group_by: 'team', ...query } })
  const control = async () => {
    const reply = await ask({})
    return isThere(tableOf(reply, 'team')) ? reply : undefined
  }
  const narrow = await groupedBy(t, 'team', { team_id: own }, manager)
  const what = `a manager who names the own team ${own}`
  if (isRefusal(narrow.exchange))
    await servedBeside(t, 'SPEND-24', what, () => ask({ team_id: own }), control)
}
