/** What managers see: the figures of their own teams, and nothing of a team that the target names as another's. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { adminKey, keyOf } from './admin-key.ts'
import { type Days, round } from './days.ts'
import { ROWS } from './figure-table.ts'
import { needs, summaryOf } from './figures.check.ts'
import { type Kind, labelOf, moneyOf, rowsOf, runsOf } from './read-rows.ts'
import { type Grouping, groupedBy, labelsIn, settledDaysOf } from './team-stats.check.ts'

type Figures = ReadonlyMap<string, number>

/** One workspace-wide reply, as figures by label. */
interface Source {
  id: string
  operation: string
  kind: Kind | 'period'
  query: Record<string, string | number>
  read: (exchange: Exchange) => Figures
}

const positive = (entries: Iterable<readonly [string, number]>): Figures =>
  new Map([...entries].filter(([, figure]) => figure > 0))

const SOURCES: readonly Source[] = [
  ...ROWS.map(({ manager, operation, kind, figures }): Source => {
    const figure = figures.includes('cost') ? moneyOf : runsOf
    return {
      id: manager,
      operation,
      kind,
      query: { days: 90 },
      read: ({ json }) =>
        positive(rowsOf(json, kind).map(row => [labelOf(row, kind) ?? '', figure(row) ?? 0] as const)),
    }
  }),
]

/** The runs of each day, or the total and the cost where no day is shown. */
const summarySource = (t: Trial): Source => ({
  id: 'ROLE-11',
  operation: 'getInsightsSummary',
  kind: 'period',
  query: { period: '90d' },
  read(exchange) {
    const { runs = 0, cost = 0, days } = summaryOf(t, exchange)
    const perDay = [...(days ?? [])].map(([day, amount]) => [String(day), amount] as const)
    return positive([['runs', runs], ['cost', cost], ...perDay])
  },
})

const managers = scenario({
  id: 'analytics/managers',
  title: 'A manager sees the figures of the own teams, an admin those of the workspace',
  requirements: ['ROLE-11', ...ROWS.map(it => it.manager), 'ROLE-20', 'ROLE-21', 'ROLE-22'],
  needs: { ...needs, role: 'manager' },
  cost: {
    analytics: {
      ...Object.fromEntries(ROWS.map(it => [it.operation, 3])),
      getInsightsSummary: 3,
      getTeamStats: 9,
    },
  },
  closing: true,
  async run(t) {
    const manager = keyOf(t, 'manager')
    if (!manager) return t.notExercised(t.scenario.requirements, lacks.key('analytics:read', 'manager'))
    const teams = await teamsOf(t, manager)
    for (const source of [...SOURCES, summarySource(t)])
      if (t.wants(source.id, 'ROLE-21')) await compare(t, source, manager, teams)
    if (t.wants('ROLE-20', 'ROLE-21', 'ROLE-22')) await teamStatistics(t, manager, teams)
  },
})

// ── The teams of the target ─────────────────────────────────────────────────────────────────────────────────────

interface Teams {
  /** A team that the manager does not manage, and whether the target says so. */
  other: string | undefined
  isDeclared: boolean
  /** Days older than a week on which it spent something. */
  settled: Days
  /** People of the other team who are not in the manager's, and the other way round. */
  strangers: ReadonlySet<string>
  own: ReadonlySet<string>
  /** Amounts of both by agent and by day, as an admin sees them. */
  figures: Record<'team' | 'other', Record<'agent' | 'day', Figures>>
}

/** The teams of the target, else one that a manager sees, and one that only an admin does. */
async function teamsOf(t: Trial, manager: Key): Promise<Teams> {
  const [all, mine] = [await groupedBy(t, 'team'), await groupedBy(t, 'team', {}, manager)].map(one =>
    labelsIn(one, 'team'),
  ) as [string[], string[]]
  const declared = t.target.fixtures.get('second-team')?.id
  const team = t.target.fixtures.get('team')?.id ?? mine[0]
  const other = declared ?? (mine.length > 0 ? all.find(label => !mine.includes(label)) : undefined)
  const people = async (team_id?: string) =>
    new Set(team_id === undefined ? [] : labelsIn(await groupedBy(t, 'member', { team_id }), 'member'))
  const by = async (team_id?: string) => {
    const figures = async (word: 'agent' | 'day') =>
      team_id === undefined ? new Map() : figuresIn(await groupedBy(t, word, { team_id }), word)
    return { agent: await figures('agent'), day: await figures('day') }
  }
  const [own, theirs] = [await people(team), await people(other)]
  return {
    other,
    isDeclared: declared !== undefined,
    settled: other === undefined ? new Map() : await settledDaysOf(t, other),
    strangers: without(theirs, own),
    own: without(own, theirs),
    figures: { team: await by(team), other: await by(other) },
  }
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter(one => !others.has(one)))

const figuresIn = ({ rows }: Grouping, kind: Kind): Figures =>
  positive(rows.map(row => [labelOf(row, kind) ?? '', moneyOf(row) ?? runsOf(row) ?? 0] as const))

// ── One reply for both roles ────────────────────────────────────────────────────────────────────────────────────

async function compare(t: Trial, source: Source, manager: Key, teams: Teams) {
  const { id, operation, kind, query } = source
  const [first, theirs] = [
    await t.read(operation, { key: adminKey(t), query }),
    await t.read(operation, { key: manager, query }),
  ]
  if (first.status !== 200 || !t.answered(id, theirs)) return
  const [before, seen] = [first, theirs].map(source.read) as [Figures, Figures]
  const foreign = [...seen.keys()].find(label => kind === 'team' && teams.isDeclared && label === teams.other)
  if (foreign !== undefined)
    return t.violated('role-window', id, `a manager sees the team ${foreign}, which is not theirs`, theirs)
  if (isAnotherTeams(kind, seen, before, teams)) {
    const sentence = `what a manager sees by ${kind} is of the team ${teams.other}, and nothing of the own one`
    return t.violated('role-window', id, sentence, first, theirs)
  }
  const less = [...before].find(([label, figure]) => (seen.get(label) ?? 0) < figure)
  if (less) {
    const [label, figure] = less
    const sentence = `an admin sees ${round(figure)} for ${label}, a manager ${round(seen.get(label) ?? 0)}`
    if (kind === 'user' || kind === 'team' || teams.other !== undefined)
      t.met('role-window', id, sentence, first, theirs)
    return wholeWorkspace(t, operation, sentence, first, theirs)
  }
  const lack = lacks.fixture('second-team', 'a team with history that the manager does not manage')
  if (before.size === 0 || teams.settled.size === 0 || teams.strangers.size === 0)
    return t.notExercised([id, 'ROLE-21'], lack, first, theirs)
  // Equal figures before and after leave no room for a delay.
  const last = await t.call(operation, { key: adminKey(t), query })
  const after = last.status === 200 ? source.read(last) : new Map<string, number>()
  if ([...seen].some(([label, figure]) => figure > (after.get(label) ?? 0)))
    return t.notExercised([id, 'ROLE-21'], 'figures that stand still for a moment', first, theirs, last)
  const whose = isWhole(kind, seen, teams) ? id : 'ROLE-21'
  const sentence = `a manager and an admin see the same ${seen.size} figures by ${kind}, though the team ${teams.other} has spent`
  t.violated('role-window', whose, sentence, first, theirs, last)
}

/** The reply shows what only the other team has, and lacks what only the manager's has. */
function isAnotherTeams(kind: Source['kind'], seen: Figures, all: Figures, teams: Teams): boolean {
  if (teams.settled.size === 0) return false
  const only = (mine: Iterable<string>, theirs: Figures) => [...mine].filter(label => !theirs.has(label))
  const { team, other } = teams.figures
  if (kind === 'day') {
    const days = [...teams.settled.keys()].map(day => new Date(day * 86_400_000).toISOString().slice(0, 10))
    const at = (figures: Figures, day: string) =>
      [...figures].find(([label]) => label.startsWith(day))?.[1] ?? 0
    return (
      days.length > 1 &&
      days.every(day => at(seen, day) === at(other.day, day)) &&
      days.some(day => at(seen, day) !== at(team.day, day))
    )
  }
  const [own, strange] =
    kind === 'user'
      ? [[...teams.own].filter(label => all.has(label)), [...teams.strangers]]
      : kind === 'agent'
        ? [only(team.agent.keys(), other.agent), only(other.agent.keys(), team.agent)]
        : [[], []]
  return own.length > 0 && !own.some(label => seen.has(label)) && strange.some(label => seen.has(label))
}

/** Of two equal replies, whether it is the whole workspace that both show, or the manager's teams. */
function isWhole(kind: Source['kind'], seen: Figures, { strangers, figures }: Teams): boolean {
  const strange =
    kind === 'user'
      ? [...strangers]
      : [...figures.other.agent.keys()].filter(label => !figures.team.agent.has(label))
  if (kind === 'user' || (kind === 'agent' && strange.length > 0))
    return strange.some(label => seen.has(label))
  const sum = (all: Figures) => [...all.values()].reduce((total, one) => total + one, 0)
  const shown = kind === 'period' ? (seen.get('cost') ?? 0) : sum(seen)
  return shown >= sum(figures.team.day) + sum(figures.other.day)
}

/** An admin sees more on every workspace-wide endpoint. */
function wholeWorkspace(t: Trial, operation: string, sentence: string, ...evidence: Exchange[]) {
  const seen = t.context.wholeFor.add(operation)
  const all = ROWS.length + 2
  if (seen.size >= all) t.met('role-window', 'ROLE-21', `on all ${all} endpoints: ${sentence}`, ...evidence)
  else
    t.notExercised(
      'ROLE-21',
      `the other workspace-wide endpoints: seen on ${seen.size} of ${all}`,
      ...evidence,
    )
}

// ── Team statistics ─────────────────────────────────────────────────────────────────────────────────────────────

async function teamStatistics(t: Trial, manager: Key, { other, isDeclared, strangers, own }: Teams) {
  const [whole, seen] = [await groupedBy(t, 'team'), await groupedBy(t, 'team', {}, manager)]
  if (whole.exchange.status !== 200 || !t.answered('ROLE-20', seen.exchange)) return
  const evidence = [whole.exchange, seen.exchange]
  if (other === undefined)
    return t.notExercised(['ROLE-20', 'ROLE-22'], lacks.fixture('second-team'), ...evidence)
  const [all, mine] = [labelsIn(whole, 'team'), labelsIn(seen, 'team')]
  const people = labelsIn(await groupedBy(t, 'member', {}, manager), 'member')
  const stranger = people.find(label => strangers.has(label))
  const noneOwn = own.size > 0 && !people.some(label => own.has(label))
  if (isDeclared && mine.includes(other))
    t.violated('role-window', 'ROLE-20', `a manager sees the team ${other}, which is not theirs`, ...evidence)
  else if (stranger !== undefined && noneOwn)
    t.violated(
      'role-window',
      'ROLE-20',
      `a manager sees ${stranger}, and nobody of the own team`,
      ...evidence,
    )
  else if (all.includes(other)) {
    const sentence = `a manager sees ${mine.length} teams, an admin ${all.length}`
    t.met('role-window', 'ROLE-20', sentence, ...evidence)
    wholeWorkspace(t, 'getTeamStats', sentence, ...evidence)
  }
  await adminLacks(t, all, other, whole.exchange)
  const named = await groupedBy(t, 'team', { team_id: other }, manager)
  const shown = named.rows.some(row => labelOf(row, 'team') === other && (moneyOf(row) ?? 0) > 0)
  const sentence = `a manager who names the team ${other} gets ${named.exchange.status}${shown ? ' and its spend' : ''}`
  t.expect('role-window', 'ROLE-22', !shown, sentence, named.exchange)
}

/** The admin is not shown a team, not even by name, that another reply shows to the same admin. */
async function adminLacks(t: Trial, labels: readonly string[], other: string, exchange: Exchange) {
  if (labels.includes(other)) return
  const [named, spent] = [
    await groupedBy(t, 'team', { team_id: other }),
    await t.read('getSpendByTeam', { key: adminKey(t), query: { days: 90 } }),
  ]
  const row = rowsOf(spent.json, 'team').find(one => labelOf(one, 'team') === other)
  if (named.rows.length > 0 || !row || !(moneyOf(row) ?? 0)) return
  const sentence = `an admin is not shown the team ${other}, which spent ${moneyOf(row)} by team`
  t.violated('role-window', 'ROLE-21', sentence, exchange, named.exchange, spent)
}

export const roleScenarios: readonly Scenario[] = [managers]
