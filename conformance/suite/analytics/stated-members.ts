/** What each analytics reply must show, and the names under which it is searched. */
import { isNumber, isObject, places } from '../../extract/find-value.ts'
import type { Member } from '../named-figures.ts'
import { dayNumber } from './day-series.ts'
import { isAmount } from './read-rows.ts'

const rate = (value: unknown) => isNumber(value) || value === null
const something = (value: unknown) =>
  Array.isArray(value) || isObject(value) || isNumber(value) || typeof value === 'string'
/** An amount or a container of amounts; a text is not evidence. */
const amount = (value: unknown) => Array.isArray(value) || isObject(value) || isNumber(value)
const holder = (value: unknown) => Array.isArray(value) || isObject(value)
/** A figure or a container of figures; "unlimited" may be a word. */
const holdsFigures = (value: unknown): boolean =>
  holder(value)
    ? Object.values(value as object).length === 0 || Object.values(value as object).some(holdsFigures)
    : isNumber(value) ||
      value === null ||
      (typeof value === 'string' && /unlimited|none|infinit/i.test(value))
/** Whole words of a name: `capabilities` does not contain `caps`, `maxAgents` and `agent_caps` each contain one. */
const words = (...all: readonly string[]) => {
  const capitals = all.map(one => `${one[0]?.toUpperCase()}${one.slice(1)}`)
  return new RegExp(`(^|[_-])(${all.join('|')})(?![a-z])|(${capitals.join('|')})(?![a-z])`)
}

/** A list or object that names a day. */
const namesDays = (value: unknown): boolean =>
  [...places(value, 4)].some(one => dayNumber(one.name) !== undefined || dayNumber(one.value) !== undefined)

/** A list or object that names something. */
function namesThings(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0
  return Array.isArray(value) && value.some(one => typeof one === 'string' || isObject(one))
}

export const INSIGHTS: readonly Member[] = [
  {
    id: 'ANA-07',
    what: 'the total number of runs',
    name: /runs|run_?count|total_?run/i,
    fits: value => isNumber(value) || isObject(value),
  },
  { id: 'ANA-08', what: 'the success rate', name: /success/i, fits: rate },
  {
    id: 'ANA-09',
    what: 'runs per day',
    name: /per_?day|by_?day|daily|days|series|timeline|trend|over_?time/i,
    fits: value => holder(value) || isNumber(value),
    // An average is a number, and every list or map by day names a day.
    shape: value => isNumber(value) || namesDays(value),
    never: /rate|percent|cost|euro|spen|cach|sav|message|agent|user|people|member|fail|succe|finish/i,
  },
  {
    id: 'ANA-10',
    what: 'the number of active agents',
    name: /active_?agents?|agents_?active|agents?_?count|^agents$/i,
    fits: isNumber,
  },
  {
    id: 'ANA-11',
    what: 'the number of active users',
    name: /active_?(users?|members?|people)|(users?|members?)_?(active|count)|^(users|members|people)$/i,
    fits: isNumber,
  },
  { id: 'ANA-12', what: 'the number of messages', name: /message/i, fits: isNumber },
  // Savings from caching are in euros too, but are not cost.
  {
    id: 'ANA-13',
    what: 'the cost in euros',
    name: /^(?!.*(cach|sav)).*(cost|euro|spen[dt]|eur$)/i,
    fits: isAmount,
  },
  {
    id: 'ANA-14',
    what: 'what prompt caching saved',
    name: /cach|saving|saved/i,
    fits: value => isNumber(value) || isObject(value),
  },
  { id: 'ANA-15', what: 'the models used most', name: /model/i, fits: holder, shape: namesThings },
]

export const AGENT_STATS: readonly Member[] = [
  { id: 'ANA-16', what: 'the runs', name: /runs|run_?count|executions/i, fits: isNumber },
  { id: 'ANA-17', what: 'the success rate', name: /success/i, fits: rate },
  { id: 'ANA-18', what: 'the cost', name: /cost|euro|spen[dt]/i, fits: isAmount },
  { id: 'ANA-19', what: 'the tokens', name: /token/i, fits: value => isNumber(value) || isObject(value) },
  { id: 'ANA-20', what: 'the top users', name: /user|member|people/i, fits: Array.isArray },
]

export const DASHBOARD: readonly Member[] = [
  { id: 'ANA-35', what: 'the number of agents', name: /agent/i, fits: isNumber },
  { id: 'ANA-36', what: 'the number of runs', name: /run/i, fits: isNumber },
  {
    id: 'ANA-37',
    what: 'the number of pending approvals',
    name: /approval/i,
    fits: value => isNumber(value) || Array.isArray(value),
  },
]

/** Excludes thresholds, such as the balance that triggers a warning. */
export const BALANCE =
  /^(?!.*(threshold|limit|alert|warn|minimum|auto|top_?up)).*(balance|credit|available|remaining)/i

export const WALLET: readonly Member[] = [
  { id: 'WALLET-01', what: 'the spend of today', name: /today/i, fits: isAmount },
  { id: 'WALLET-02', what: 'the spend of the last 30 days', name: /30|thirty/i, fits: isAmount },
  {
    id: 'WALLET-03',
    what: 'the balance in euros',
    name: BALANCE,
    fits: value => isNumber(value) || isObject(value),
    never:
      /spen[dt]|cost|today|yesterday|week|month|year|limit|threshold|cap$|minimum|maximum|alert|warn|auto|top_?up|forecast|average|usage|runs?$|tokens?$/i,
  },
]

export const STATEMENT: readonly Member[] = [
  { id: 'WALLET-09', what: 'the subscription', name: /subscription|plan/i, fits: amount },
  { id: 'WALLET-10', what: 'the usage', name: /usage|consum/i, fits: amount },
  { id: 'WALLET-11', what: 'the agent runs', name: /run/i, fits: amount },
]

/** The path of the plan itself, as opposed to one of its parts. */
const THE_PLAN = /(^|\.)(plan|tier)(\.(id|name|code|key|title|label|slug))?$/i

const PLAN_PARTS = [
  {
    id: 'WALLET-14',
    what: 'the caps of the plan',
    name: words('caps?', 'limits?', 'quotas?', 'max', 'maximum', 'allowances?', 'allowed', 'included'),
    fits: holdsFigures,
    // A feature may have its cap beside it.
    within: { id: 'WALLET-15', levels: 1 },
  },
  { id: 'WALLET-15', what: 'the features of the plan', name: /feature|capabilit/i, fits: something },
  {
    id: 'WALLET-16',
    what: 'the present usage',
    name: /usage|current|consum|(^|[a-z_])used/i,
    fits: holdsFigures,
    // A cap may have its current usage beside it.
    within: { id: 'WALLET-14', levels: 2 },
  },
  {
    id: 'WALLET-17',
    what: 'the plans to upgrade to',
    name: /upgrade|target|next_?plan/i,
    fits: value => something(value) || value === null,
  },
] satisfies readonly Member[]

export const ENTITLEMENTS: readonly Member[] = PLAN_PARTS.map(part => ({ ...part, never: THE_PLAN }))
