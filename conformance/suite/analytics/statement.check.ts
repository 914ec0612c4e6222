/** The monthly statement and the plan: what they show, of which month, and that a caller cannot choose the plan. */
import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Place, places } from '../../extract/find-value.ts'
import { idOf, recordIn } from '../../extract/record.ts'
import { idsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { at, findFigure, judgeMember, judgeMembers, judgesNamed } from '../named-figures.ts'
import { adminKey, askAgain } from './admin-key.ts'
import { figuresOf } from './figure-table.ts'
import { figureIn, judge, needs } from './figures.ts'
import { isMonthBeforeSettled, isSame, month, monthIn, readMonths } from './months.ts'
import { amountOf, moneyOf } from './read-rows.ts'
import { linesAddUp, linesGrowAlike, type Statement } from './relations.ts'

const PARTS = figuresOf('getMonthlyStatement')

const statement = scenario({
  id: 'wallet/statement',
  title: 'The monthly statement covers a month, in a headline and lines',
  requirements: ['WALLET-07', 'WALLET-08', 'WALLET-12', ...idsOf(PARTS)],
  needs,
  cost: { analytics: { getMonthlyStatement: 6 } },
  async run(t) {
    const key = adminKey(t)
    const plain = await t.read('getMonthlyStatement', { key })
    if (!t.served('WALLET-07', plain)) return
    const record = recordIn(plain.json) ?? {}
    // Lines have a kind rather than a name: a text in them says what they are about.
    for (const part of PARTS) {
      const isNamed = t.target.members.has(part.id) || findFigure(record, part) !== undefined
      if (isNamed || !says(plain.json, part.name)) judgeMember(t, part, [record], plain)
      else t.met('stated-member', part.id, `an entry speaks of ${part.what}`, plain)
    }
    headlineAndLines(t, plain)
    const months = await readMonths(t, 'WALLET-08', query => t.read('getMonthlyStatement', { key, query }))
    const [now, ...over] = months ?? []
    for (const one of over) {
      const shown = statementIn(t, one)
      if (shown) judge(t, linesAddUp(shown, true), one)
    }
    const [was, is] = [plain, now].map(one => one && statementIn(t, one))
    if (now && was && is && monthIn(plain) !== undefined && monthIn(plain) === monthIn(now))
      judge(t, linesGrowAlike(was, is), plain, now)
    if (months?.some(one => !isSame(one, plain)))
      t.met('window-matters', 'WALLET-08', 'different months have different statements', ...months)
    else if (months) t.notExercised('WALLET-08', 'months with different history', ...months)
  },
})

const LINES = /line|item|detail|entr|position/i

const says = (body: unknown, what: RegExp): boolean =>
  [...places(body)].some(({ value }) => typeof value === 'string' && what.test(value))

const isHeadline = (value: unknown) => isObject(value) || isNumber(value) || typeof value === 'string'

/** The headline and the lines, where the target names both or the lines speak of all that is stated. */
function statementIn(t: Trial, { json }: Exchange): Statement | undefined {
  const record = recordIn(json) ?? {}
  const [headline, entries] = t.target.members.get('WALLET-12') ?? []
  if (headline !== undefined) return [at(record, headline), at(record, entries ?? ''), record]
  const lines = findLike(record, LINES, Array.isArray)
  if (!lines || !PARTS.every(({ name }) => says(lines.value, name))) return undefined
  const { [lines.path]: _, ...beside } = record
  return [beside, lines.value, record]
}

function headlineAndLines(t: Trial, plain: Exchange) {
  const record = recordIn(plain.json) ?? {}
  const shown = statementIn(t, plain)
  if (shown) judge(t, linesAddUp(shown), plain)
  if (judgesNamed(t, 'WALLET-12', [record], plain, isHeadline, Array.isArray)) return
  const lines = findLike(record, LINES, Array.isArray)
  const head = [...places(record)].find(
    ({ path, name, value }) =>
      /headline|total|sum|summary|amount/i.test(name) &&
      value !== null &&
      !(lines && path.startsWith(`${lines.path}.`)),
  )
  const lack = lacks.member('WALLET-12', 'the headline, and one that holds the lines')
  if (lines && head)
    t.met('stated-member', 'WALLET-12', `${head.path} is the headline, ${lines.path} has the lines`, plain)
  else if (![...places(record)].some(({ value }) => typeof value === 'object'))
    t.violated('stated-member', 'WALLET-12', 'nothing in the reply could hold detail lines', plain)
  else if (lines && [...places(record)].every(isInListOrDate) && !namesHeadline(lines.value))
    t.violated('stated-member', 'WALLET-12', 'the reply has only lines and dates, and no headline', plain)
  else t.notExercised('WALLET-12', lack, plain)
}

const HEADLINE = /headline|total|sum|head|title|amount due/i

/** Lines may lawfully begin with the headline, as a row that says so. */
const namesHeadline = (lines: unknown): boolean =>
  [...places(lines)].some(({ name, value }) => HEADLINE.test(typeof value === 'string' ? value : name))

/** A value that is null may be a headline for which there is nothing yet. */
const isInListOrDate = ({ path, value }: Place): boolean =>
  /\.\d+(\.|$)/.test(path) ||
  (typeof value === 'string' ? /^\d{4}-\d{2}/.test(value) : typeof value === 'object' && value !== null)

/** The headline of the present month grows with its lines, and a month that is long over does not grow with it. */
const closed = scenario({
  id: 'wallet/closed-months',
  title: 'What is spent now is in the headline of this month, and not in a month that is over',
  requirements: ['WALLET-08', 'WALLET-12'],
  needs,
  cost: { analytics: { getMonthlyStatement: 4 } },
  turn: 'closing',
  async run(t) {
    const key = adminKey(t)
    const [current, past] = [month(t, 0), month(t, 1)]
    const old = await t.read('getMonthlyStatement', { key, query: { month: past } })
    const present = await t.read('getMonthlyStatement', { key, query: { month: current } })
    const later = await askAgain(t, present)
    const all = [old, present, later, await askAgain(t, old)]
    const [was, is] = [present, later].map(one => (one.status === 200 ? statementIn(t, one) : undefined))
    if (is) judge(t, linesAddUp(is), later)
    if (was && is) judge(t, linesGrowAlike(was, is), present, later)
    if (!isMonthBeforeSettled(t)) return
    const spent = all.map(one => (one.status === 200 ? spentOnRuns(t, one) : undefined))
    const [pastWas, nowWas, nowIs, pastIs] = spent
    if (pastWas === undefined || nowWas === undefined || nowIs === undefined || pastIs === undefined) return
    // The present month is read within the two readings of the other, so it may have grown no more than that.
    const sentence = `the agent runs of ${past} grew from ${pastWas} to ${pastIs}, as those of ${current} did`
    if (nowIs > nowWas && pastIs - pastWas >= nowIs - nowWas)
      t.violated('inside-window', 'WALLET-08', sentence, ...all)
    else t.notExercised('WALLET-08', 'a month that is over and changes: none was seen', ...all.slice(2))
  },
})

/** The amount of the agent runs, as a member or in a line that speaks of runs. */
function spentOnRuns(t: Trial, statement: Exchange): number | undefined {
  const shown = amountOf(figureIn(t, 'WALLET-11', statement))
  const lines = findLike(recordIn(statement.json), LINES, Array.isArray)?.value
  const line = (Array.isArray(lines) ? lines : []).find(one => isObject(one) && says(one, /run/i))
  return shown ?? (line && moneyOf(line))
}

// ── The plan ────────────────────────────────────────────────────────────────────────────────────────────────────

const ENTITLEMENTS = figuresOf('getEntitlements')

const entitlements = scenario({
  id: 'wallet/entitlements',
  title: 'The entitlements show the plan, which a caller cannot choose',
  requirements: ['WALLET-13', 'WALLET-18', ...idsOf(ENTITLEMENTS)],
  needs,
  cost: { analytics: { getEntitlements: 5 } },
  async run(t) {
    const plain = await t.read('getEntitlements')
    if (!t.served('WALLET-13', plain)) return
    judgeMembers(t, ENTITLEMENTS, [recordIn(plain.json)], plain)
    const [other = 'enterprise'] = upgradesIn(plain)
    const inHeaders = Object.fromEntries(PLAN_HEADERS.map(name => [name, other]))
    const ways: readonly [string, CallOptions][] = [
      [`plan=${other}`, { query: { plan: other } }],
      ['plan=free', { query: { plan: 'free' } }],
      [`the plan ${other} in headers`, { headers: { ...inHeaders, cookie: `plan=${other}` } }],
    ]
    for (const [way, options] of ways) await cannotChoose(t, way, options, plain)
  },
})

/** How often a reply must be another one with a plan than without: what is used comes and goes, and lists have no order. */
const TURNS = 8

async function cannotChoose(t: Trial, way: string, options: CallOptions, plain: Exchange) {
  const seen = [plain]
  let changed: string[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const chosen = await t.call('getEntitlements', options)
    if (chosen.status >= 400 && chosen.status < 500) break
    seen.push(chosen)
    changed = changedBetween(plain, chosen).filter(one => turn === 0 || changed.includes(one))
    if (changed.length === 0) break
    // Two, because what changes with every reply would change in step.
    for (const without of [await t.call('getEntitlements'), await t.call('getEntitlements')]) {
      seen.push(without)
      changed = changed.filter(one => !changedBetween(plain, without).includes(one))
    }
  }
  const sentence = `with ${way} it answered ${seen.at(-1)?.status} and ${changed[0] ?? 'nothing'} is another than before and after`
  t.expect('same-question', 'WALLET-18', changed.length === 0, sentence, ...seen)
}

/** The ids of plans to upgrade to: the deployment's plan names. */
function upgradesIn(plain: Exchange): string[] {
  const name = ENTITLEMENTS.find(({ id }) => id === 'WALLET-17')!.name
  const found = findLike(recordIn(plain.json), name, Array.isArray)?.value
  return (Array.isArray(found) ? found : []).flatMap(one =>
    isObject(one) ? (idOf(one, 'plan') ?? []) : typeof one === 'string' ? [one] : [],
  )
}

const PLAN_HEADERS = ['plan', 'x-plan', 'x-plan-id', 'x-tier', 'x-subscription-plan']

/** What the plan allows and only the second reply shows, by path and value; usage moves by itself. */
function changedBetween(plain: Exchange, other: Exchange): string[] {
  const isOfPlan = (path: string) =>
    /(^|\.)(plan|tier)/i.test(path) ||
    ENTITLEMENTS.some(({ id, name }) => id !== 'WALLET-16' && path.split('.').some(one => name.test(one)))
  const [first, second] = [plain, other].map(({ json }) =>
    [...places(recordIn(json))].flatMap(({ path, value }) =>
      typeof value !== 'object' && isOfPlan(path)
        ? [`${path.replaceAll(/(^|\.)\d+(?=\.|$)/g, '')} ${String(value)}`]
        : [],
    ),
  ) as [string[], string[]]
  return second.filter(one => !first.includes(one))
}

export const statementScenarios: readonly Scenario[] = [statement, closed, entitlements]
