/** The monthly statement: its month, its headline and its lines (section 4.6). */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Json, type Place, places } from '../../extract/find-value.ts'
import { recordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeMember, judgesNamed, type Member } from '../named-figures.ts'
import { unitOf } from './day-series.ts'
import { amountOf, isAmount } from './read-rows.ts'
import { STATEMENT } from './stated-members.ts'
import { figures, isOfAnotherMonth, month, refusesItsOwn } from './statement-month.ts'

const HEAD = /headline|total|sum|summary|amount/i

const isHeadline = (value: unknown) => isObject(value) || isNumber(value) || typeof value === 'string'

const isLines = (value: unknown) => Array.isArray(value)

const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

export const statement = scenario({
  id: 'wallet/statement',
  title: 'The monthly statement covers a month, in a headline and lines',
  requirements: ['WALLET-07', 'WALLET-08', 'WALLET-12', ...STATEMENT.map(one => one.id)],
  needs,
  cost: { analytics: { getMonthlyStatement: 6 } },
  async run(t) {
    const plain = await t.read('getMonthlyStatement')
    if (!t.served('WALLET-07', plain)) return
    for (const one of STATEMENT) covers(t, one, plain)
    headlineAndLines(t, plain)
    const seen: Exchange[] = []
    for (const ago of [1, 0, 2])
      seen.push(await t.read('getMonthlyStatement', { query: { month: month(t, ago) } }))
    if (await refusesItsOwn(t, 'WALLET-08', plain)) return
    const refused = seen.find(one => one.status !== 200)
    if (refused)
      return t.notExercised(
        'WALLET-08',
        `the form of a month: ${new URL(refused.url).search} answered ${refused.status}`,
        refused,
      )
    const deaf = seen.find(one => isOfAnotherMonth(one))
    if (deaf) return t.violated('WALLET-08', `${new URL(deaf.url).search} answers with another month`, deaf)
    const bodies = new Set(seen.map(one => figures(one.json)))
    if (bodies.size > 1) t.met('WALLET-08', 'different months have different statements', ...seen)
    else t.notExercised('WALLET-08', 'months with different history', ...seen)
  },
})

/** Statement lines have a kind rather than a name: a text in them says what they are about. */
function covers(t: Trial, it: Member, plain: Exchange) {
  const says = ({ value }: Place) => typeof value === 'string' && it.name.test(value)
  const named = t.target.members.has(it.id) || findLike(plain.json, it.name, it.fits) !== undefined
  if (!named && [...places(plain.json)].some(says)) t.met(it.id, `an entry speaks of ${it.what}`, plain)
  else judgeMember(t, it, [recordIn(plain.json)], plain)
}

/** The headline is the sum of its lines, of the members beside it, or of a mix: a tax may be such a member. */
function rollsUp(t: Trial, plain: Exchange, lines: Place | undefined, heads: readonly Place[]) {
  const rows = (lines?.value as unknown[] | undefined)?.filter(isObject) ?? []
  const amounts = rows.flatMap(row => lineAmount(row) ?? [])
  const named = heads.find(({ name, value }) => TOTAL.test(name) && isAmount(value))
  const headline = amountOf(named?.value)
  if (!named || headline === undefined || rows.length < 2 || amounts.length !== rows.length) return
  const sum = amounts.reduce((all, one) => all + one, 0)
  const siblings = [...places(plain.json)]
    .filter(
      ({ path, value }) =>
        path !== named.path &&
        !path.startsWith(`${lines?.path}.`) &&
        !path.startsWith(`${named.path}.`) &&
        isAmount(value),
    )
    .map(({ value }) => amountOf(value) ?? 0)
    .slice(0, 8)
  // Finer lines leave less rounding error; a headline in whole euros leaves one euro.
  const rounded =
    headline !== 0 && Number.isInteger(headline) && amounts.some(one => !Number.isInteger(one))
      ? 1
      : unitOf([headline])
  const room = unitOf(amounts) * (rows.length + 1) + rounded
  // A member that equals the sum of lines is not added to them.
  const inLines = kindsOf(rows).map(its => its.reduce((all, row) => all + (lineAmount(row) ?? 0), 0))
  const beside = siblings.map(one => (inLines.some(of => Math.abs(of - one) <= room) ? 0 : one))
  const right =
    sumsOf(beside).some(part => Math.abs(headline - part - sum) <= room) ||
    sumsOf(siblings).some(part => part !== 0 && Math.abs(headline - part) <= room)
  if (!right)
    t.violated(
      'WALLET-12',
      `${named.path} reads ${headline}, its ${rows.length} lines come to ${Math.round(sum * 1e4) / 1e4}`,
      plain,
    )
}

/** The sums of all subsets of the values. */
const sumsOf = (values: readonly number[]): number[] =>
  Array.from({ length: 2 ** values.length }, (_, mask) =>
    values.reduce((all, one, n) => all + ((mask >> n) & 1 ? one : 0), 0),
  )

/** Groups of lines with the same text in the same member, such as the kind. */
const kindsOf = (rows: readonly Json[]): Json[][] =>
  Object.keys(rows[0] ?? {}).flatMap(name => {
    const groups = [...Map.groupBy(rows, row => row[name])].filter(([value]) => typeof value === 'string')
    return groups.map(([, its]) => its)
  })

const TOTAL = /headline|^total|total_?(euros?|amount|cost)$|^sum$/i

/** The lines of one part do not add up to it, while those of another part do. */
function linesOfParts(t: Trial, plain: Exchange, lines: Place | undefined) {
  const rows = (lines?.value as unknown[] | undefined)?.filter(isObject) ?? []
  const beside = [...places(plain.json)].filter(
    ({ path, name, value }) => isNumber(value) && !path.startsWith(`${lines?.path}.`) && !TOTAL.test(name),
  )
  const kind = Object.keys(rows[0] ?? {}).find(member => rows.every(row => partOf(row[member]) !== undefined))
  if (kind === undefined) return
  const parts = STATEMENT.flatMap(part => {
    const its = rows.filter(row => partOf(row[kind]) === part)
    const amounts = its.map(lineAmount)
    const shown = beside.filter(place => part.name.test(place.name))
    const sum = amounts.reduce<number>((all, one) => all + (one ?? 0), 0)
    const room = unitOf(amounts.map(one => one ?? 0)) * (its.length + 1)
    return amounts.includes(undefined) ? [] : [{ its, sum, room, shown }]
  })
  if (parts.length !== STATEMENT.length) return
  const agrees = ({ shown, sum, room }: (typeof parts)[number]) =>
    shown.some(({ value }) => Math.abs(Number(value) - sum) <= room + unitOf([Number(value)]))
  const [off, ...more] = parts.filter(one => one.shown.length > 0 && !agrees(one))
  const right = parts.filter(one => one.its.length > 0 && one.sum > 0 && agrees(one))
  const [place] = off?.shown ?? []
  if (!off || more.length > 0 || right.length === 0 || !place || Number(place.value) === 0) return
  const sentence = `${place.path} reads ${String(place.value)}, its ${off.its.length} lines come to ${Math.round(off.sum * 1e4) / 1e4}; those of ${right[0]?.shown[0]?.path} come to just that`
  t.violated('WALLET-12', sentence, plain)
}

/** The only part that a text mentions. */
function partOf(value: unknown): Member | undefined {
  const parts = typeof value === 'string' ? STATEMENT.filter(({ name }) => name.test(value)) : []
  return parts.length === 1 ? parts[0] : undefined
}

/** Lines that match the three parts beside the headline, one of which the headline leaves out. */
function leftOut(t: Trial, plain: Exchange, lines: Place | undefined) {
  const rows = (lines?.value as unknown[] | undefined)?.filter(isObject) ?? []
  const beside = [...places(plain.json)].filter(
    ({ path, value }) => isNumber(value) && !path.startsWith(`${lines?.path}.`),
  )
  const headline = beside.find(({ name }) => TOTAL.test(name))
  const rest = beside.filter(place => place !== headline)
  const parts = STATEMENT.flatMap(({ name }) => rest.find(place => name.test(place.name)) ?? [])
  const amounts = rows.flatMap(row => lineAmount(row) ?? [])
  if (!headline || new Set(parts).size !== 3 || rows.length < 3 || amounts.length !== rows.length) return
  const sum = (values: readonly unknown[]) => values.reduce<number>((all, one) => all + Number(one), 0)
  const room = unitOf(amounts) * (rows.length + 1) + unitOf([Number(headline.value)])
  const whole = sum(parts.map(({ value }) => value))
  const lost = parts.find(
    ({ value }) =>
      Number(value) > 3 * room && Math.abs(Number(headline.value) - (whole - Number(value))) <= room,
  )
  if (lost && Math.abs(sum(amounts) - whole) <= room)
    t.violated(
      'WALLET-12',
      `${headline.path} reads ${String(headline.value)}: its lines come to ${Math.round(whole * 1e4) / 1e4}, and ${lost.path} is not in it`,
      plain,
    )
}

/** No list anywhere, and no two amounts beside the headline that could serve as lines. */
function hasNoLines({ json }: Exchange): boolean {
  const all = [...places(json)]
  const headline = all.find(({ name }) => /headline/i.test(name))?.path
  const beside = all.filter(
    ({ path, value }) => isNumber(value) && path !== headline && !path.startsWith(`${headline}.`),
  )
  return headline !== undefined && !all.some(({ value }) => Array.isArray(value)) && beside.length < 2
}

/** Apart from its lines, the reply has no number, and no text but the month. */
const holdsNothingBeside = ({ json }: Exchange, lines: Place): boolean =>
  ![...places(json)].some(
    ({ path, name, value }) =>
      path !== lines.path &&
      !path.startsWith(`${lines.path}.`) &&
      (isNumber(value) ||
        (typeof value === 'string' &&
          !/month|period|currency|id$|_at$|[a-z]At$|date|from|to$|status/i.test(name))),
  )

/** The only amount of a line; a count beside it is not an amount. */
function lineAmount(row: Json): number | undefined {
  const found = findLike(row, /amount|euro|cost|price|total|value/i, isAmount)
  return amountOf(found?.value)
}

function headlineAndLines(t: Trial, plain: Exchange) {
  const named = judgesNamed(t, 'WALLET-12', [recordIn(plain.json)], plain, isHeadline, isLines)
  const lines = findLike(plain.json, /line|item|detail|entr|position/i, isLines)
  const amount = [...places(plain.json)].find(({ name, value }) => TOTAL.test(name) && isAmount(value))
  const isFull = [...places(plain.json)].some(({ value }) => Array.isArray(value) && value.length > 0)
  if (lines && !isFull && (amountOf(amount?.value) ?? 0) > 0)
    return t.violated(
      'WALLET-12',
      `${amount?.path} reads ${String(amountOf(amount?.value))}, and ${lines.path} is empty`,
      plain,
    )
  leftOut(t, plain, lines)
  linesOfParts(t, plain, lines)
  const inLines = ({ path }: Place) => lines !== undefined && path.startsWith(`${lines.path}.`)
  const heads = [...places(plain.json)].filter(place => HEAD.test(place.name) && !inLines(place))
  rollsUp(t, plain, lines, heads)
  if (named) return
  const head = heads.find(({ value }) => value !== null)
  const [empty] = heads
  if (lines && !head && empty && (lines.value as unknown[]).length > 0)
    return t.violated(
      'WALLET-12',
      `${empty.path} is null, beside ${(lines.value as unknown[]).length} lines`,
      plain,
    )
  if (lines && !head && holdsNothingBeside(plain, lines))
    return t.violated('WALLET-12', `beside ${lines.path} there is no headline`, plain)
  if (hasNoLines(plain))
    return t.violated('WALLET-12', `there are no detail lines: ${t.quote(plain.json, 120)}`, plain)
  if (lines && head)
    t.met(
      'WALLET-12',
      `${head.path} is the headline, ${lines.path} has ${(lines.value as unknown[]).length} lines`,
      plain,
    )
  else
    t.notExercised(
      'WALLET-12',
      lacks.member('WALLET-12', 'the headline, and one that holds the lines'),
      plain,
    )
}
