/**
 * The figures: of what kind each is, and the names under which it is recognised where the target does not name it. How
 * figures may be related stands in `relations.ts`.
 */
import { isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import {
  requirements,
  roleRequirements,
  type Subject,
  subjectsOf,
  successRequirement,
} from '../../requirements/contract.ts'
import type { Member } from '../named-figures.ts'
import { dayNumber } from './days.ts'
import { isAmount, type Kind, type What } from './read-rows.ts'
import { type Relation, splitsAddUp, usersWithinAgent } from './relations.ts'

type Form = Pick<Member, 'fits' | 'shape' | 'possible'>

const isHolder = (value: unknown) => Array.isArray(value) || isObject(value)

/** A figure or a container of figures; "unlimited" may be a word. */
const holdsFigures = (value: unknown): boolean =>
  isHolder(value)
    ? Object.values(value as object).length === 0 || Object.values(value as object).some(holdsFigures)
    : isNumber(value) ||
      value === null ||
      (typeof value === 'string' && /unlimited|none|infinit/i.test(value))

const namesDays = (value: unknown): boolean =>
  [...places(value, 4)].some(one => dayNumber(one.name) !== undefined || dayNumber(one.value) !== undefined)

const namesThings = (value: unknown): boolean =>
  isObject(value)
    ? Object.keys(value).length > 0
    : Array.isArray(value) && value.some(one => typeof one === 'string' || isObject(one))

const isCount = (value: unknown) => isNumber(value) && Number.isInteger(Number(value)) && Number(value) >= 0
const isSomething = (value: unknown) => isHolder(value) || isNumber(value) || typeof value === 'string'

const isAny =
  (...some: ((value: unknown) => boolean)[]) =>
  (value: unknown) =>
    some.some(one => one(value))
const isNull = (value: unknown) => value === null
const isRate = (value: unknown) => isNumber(value) && Number(value) >= 0 && Number(value) <= 100

/** The form of each kind of figure: recognised, and possible where the member is certain. */
// biome-ignore format: one line for each kind
const KINDS = {
  count: { fits: isNumber, possible: isCount },
  'count or its parts': { fits: isAny(isNumber, isObject), possible: isAny(isCount, isObject) },
  'count or list': { fits: isAny(isNumber, Array.isArray), possible: isAny(isCount, Array.isArray) },
  rate: { fits: isAny(isNumber, isNull), possible: isAny(isRate, isNull) },
  amount: { fits: isAmount },
  'amount or its parts': { fits: isAny(isNumber, isObject) },
  'amounts in any form': { fits: isAny(isHolder, isNumber) },
  tokens: { fits: isAny(isNumber, isObject) },
  split: { fits: isHolder },
  // An average is a number, and every list or map by day names a day.
  'by day': { fits: isAny(isHolder, isNumber), shape: isAny(isNumber, namesDays) },
  names: { fits: isHolder, shape: namesThings },
  'set of figures': { fits: holdsFigures },
  anything: { fits: isSomething },
  'anything or null': { fits: isAny(isSomething, isNull) },
} satisfies Record<string, Form>

/** Whole words of a name: `capabilities` does not contain `caps`, `maxAgents` and `agent_caps` each contain one. */
const words = (...all: readonly string[]) => {
  const capitals = all.map(one => `${one[0]?.toUpperCase()}${one.slice(1)}`)
  return new RegExp(`(^|[_-])(${all.join('|')})(?![a-z])|(${capitals.join('|')})(?![a-z])`)
}

/** The path of the plan itself, as opposed to one of its parts. */
const THE_PLAN = /(^|\.)(plan|tier)(\.(id|name|code|key|title|label|slug))?$/i
/** Bounds, warnings and forecasts are not what was spent or what is left. */
const BOUND = /threshold|limit|alert|warn|minimum|maximum|cap$|budget|forecast|auto|top_?up/i
const CAPS = words('caps?', 'limits?', 'quotas?', 'max', 'maximum', 'allowances?', 'allowed', 'included')
const ACTIVE_USERS =
  /active_?(users?|members?|people)|(users?|members?)_?(active|count)|^(users|members|people)$/i
const NOT_RUNS = /rate|percent|cost|euro|spen|cach|sav|message|agent|user|people|member|fail|succe|finish/i
/** What a count that is called so is of. */
const NOT_AGENTS =
  /runs?$|approval|task|workflow|users|members|people|teams|message|token|cost|spen[dt]|euro/i
const NOT_BALANCE = /spen[dt]|cost|today|yesterday|week|month|year|average|usage|runs?$|tokens?$/i

type Row = readonly [
  id: string,
  what: string,
  kind: keyof typeof KINDS,
  name: RegExp,
  more?: Pick<Member, 'never' | 'within' | 'rateOf'>,
]

// biome-ignore format: one line for each figure
const TABLE: readonly Row[] = [
  ['ANA-07', 'the total number of runs', 'count or its parts', /runs|run_?count|total_?run/i],
  ['ANA-08', 'the success rate', 'rate', /success/i, { rateOf: 'ANA-07' }],
  ['ANA-09', 'runs per day', 'by day', /per_?day|by_?day|daily|days|series|timeline|trend|over_?time/i, { never: NOT_RUNS }],
  ['ANA-10', 'the number of active agents', 'count', /active_?agents?|agents_?active|agents?_?count|^agents$/i],
  ['ANA-11', 'the number of active users', 'count', ACTIVE_USERS],
  ['ANA-12', 'the number of messages', 'count', /message/i],
  // Savings from caching are in euros too, but are not cost.
  ['ANA-13', 'the cost in euros', 'amount', /^(?!.*(cach|sav)).*(cost|euro|spen[dt]|eur$)/i],
  ['ANA-14', 'what prompt caching saved', 'amount or its parts', /cach|saving|saved/i],
  ['ANA-15', 'the models used most', 'names', /model/i],
  ['ANA-16', 'the runs', 'count', /runs|run_?count|executions/i],
  ['ANA-17', 'the success rate', 'rate', /success/i, { rateOf: 'ANA-16' }],
  ['ANA-18', 'the cost', 'amount', /cost|euro|spen[dt]/i],
  ['ANA-19', 'the tokens', 'tokens', /token/i],
  ['ANA-20', 'the top users', 'split', /user|member|people/i],
  ['ANA-27', 'the parts by agent', 'split', /agent|split|breakdown|parts|detail/i],
  ['ANA-31', 'the parts by agent', 'split', /agent|split|breakdown|parts|detail/i],
  ['ANA-35', 'the number of agents', 'count', new RegExp(`^(?!.*(${NOT_AGENTS.source})).*agent`, 'i'), { never: NOT_AGENTS }],
  ['ANA-36', 'the number of runs', 'count', /run/i],
  ['ANA-37', 'the number of pending approvals', 'count or list', /approval/i],
  ['WALLET-01', 'the spend of today', 'amount', /today/i, { never: BOUND }],
  ['WALLET-02', 'the spend of the last 30 days', 'amount', /30|thirty/i, { never: BOUND }],
  ['WALLET-03', 'the balance in euros', 'amount or its parts', new RegExp(`^(?!.*(${BOUND.source})).*(balance|credit|available|remaining)`, 'i'), { never: new RegExp(`${NOT_BALANCE.source}|${BOUND.source}`, 'i') }],
  ['WALLET-09', 'the subscription', 'amounts in any form', /subscription|plan/i],
  ['WALLET-10', 'the usage', 'amounts in any form', /usage|consum/i],
  ['WALLET-11', 'the agent runs', 'amounts in any form', /run/i],
  // A feature may have its cap beside it, and a cap its current usage.
  ['WALLET-14', 'the caps of the plan', 'set of figures', CAPS, { never: THE_PLAN, within: { id: 'WALLET-15', levels: 1 } }],
  ['WALLET-15', 'the features of the plan', 'anything', /feature|capabilit/i, { never: THE_PLAN }],
  ['WALLET-16', 'the present usage', 'set of figures', /usage|current|consum|(^|[a-z_])used/i, { never: THE_PLAN, within: { id: 'WALLET-14', levels: 2 } }],
  ['WALLET-17', 'the plans to upgrade to', 'anything or null', /upgrade|target|next_?plan/i, { never: THE_PLAN }],
  ['AGENCY-02', 'the runs', 'count', /runs|run_?count|executions|^count$/i],
  ['AGENCY-03', 'the tokens', 'tokens', /token/i],
  ['AGENCY-04', 'the cost', 'amount', /cost|spen[dt]|euro|amount|eur$/i],
]

const operationOf = new Map(requirements.map(({ id, operations: [first] }) => [id, first]))

/** The figures that one reply states, by the contract. */
export const figuresOf = (reply: string): readonly Member[] =>
  TABLE.filter(([id]) => operationOf.get(id) === reply).map(([id, what, kind, name, more]) => ({
    ...{ id, what, name },
    ...KINDS[kind],
    ...more,
  }))

/**
 * The endpoints that answer with rows: what these are by, the figures that each row is stated to show, and the
 * requirements about each, as the contract has them.
 */
export const ROWS = (
  [
    ['getAgentStats', 'agent', ['runs'], usersWithinAgent],
    ['getUsageByUser', 'user', ['runs', 'cost'], splitsAddUp('ANA-27')],
    ['getUsageByTeam', 'team', ['runs', 'cost'], splitsAddUp('ANA-31')],
    ['getSpendByAgent', 'agent', ['cost']],
    ['getSpendByModel', 'model', ['cost']],
    ['getSpendByTeam', 'team', ['cost']],
    ['getSpendByUser', 'user', ['cost']],
    ['getSpendOverTime', 'day', ['cost']],
  ] satisfies [string, Kind, What[], ((rows: readonly Json[]) => Relation[])?][]
).map(([operation, kind, figures, relations]) => {
  const subjects = subjectsOf(operation)
  const isWindow = ({ field, case: one }: Subject) => field === 'days' && one === 'accepts'
  return {
    operation,
    kind,
    figures,
    /** How the figures of the rows are related. */
    relations,
    /** That it is served with one row for each member of the group. */
    rows: successRequirement(operation)?.id ?? '',
    /** That it covers the days asked for, and the bounds of their number where stated. */
    window: subjects.find(({ subject }) => isWindow(subject))?.id ?? '',
    bounds: subjects.flatMap(({ id, subject }) =>
      subject.case.startsWith('bound-') ? [{ id, days: Number(subject.value) }] : [],
    ),
    /** That managers see their own teams only. */
    manager: roleRequirements.manager.get(operation) ?? '',
    more: figuresOf(operation),
  }
})

export type RowEndpoint = (typeof ROWS)[number]

/** Each grouping of the team statistics: its requirement, the word, and what its rows are about. */
export const GROUPS: readonly { id: string; word: string; kind: Kind }[] = subjectsOf('getTeamStats').flatMap(
  ({ id, subject: { field, value = '', case: kind } }) =>
    field === 'group_by' && kind === 'accepts-listed'
      ? [{ id, word: value, kind: value === 'member' ? 'user' : (value as Kind) }]
      : [],
)

/** No month is longer. */
export const LONGEST_MONTH = 31

/** The requirement that the summary is served for each period, and how many days that is, where it is stated. */
export const PERIODS: readonly { id: string; period: string; days: number | undefined }[] = subjectsOf(
  'getInsightsSummary',
).flatMap(({ id, subject: { field, value = '', case: kind } }) =>
  field === 'period' && kind === 'accepts-listed'
    ? [{ id, period: value, days: value === 'today' ? 1 : Number(/^(\d+)d$/.exec(value)?.[1]) || undefined }]
    : [],
)
