/** The wallet's spend compared with the daily spend: which days each of its two figures covers (section 4.6). */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, places } from '../../extract/find-value.ts'
import { beganAt, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { readAnalytics, round } from './analytics-figures.ts'
import { DaySeries, presentDay, unitOf } from './day-series.ts'
import { amountOf, isAmount, moneyOf, rowsOf } from './read-rows.ts'
import { month } from './statement-month.ts'

export const walletWindows = scenario({
  id: 'wallet/windows',
  title: 'The wallet shows the spend of today and of 30 days, as the daily spend has it',
  requirements: ['WALLET-01', 'WALLET-02'],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { requests: 1, analytics: { getMonthlyStatement: 1 } },
  closing: true,
  async run(t) {
    const { replies, wallet, daysAfter: after } = await readAnalytics(t)
    const [was, series] = [replies.get('getSpendOverTime')?.get(90), after].map(seriesIn)
    if (
      wallet?.status !== 200 ||
      !was ||
      !series ||
      was.total !== series.total ||
      was.latest !== series.latest
    )
      return
    const shown = (name: RegExp) => amountOf(findLike(wallet.json, name, isAmount)?.value)
    const [today, thirty] = [shown(/today/i), shown(/30|thirty/i)]
    if (today === undefined || thirty === undefined) return
    const slack = series.slack + 2 * unitOf([today, thirty])
    const last = (days: number) => series.last(days)
    const near = (a: number, b: number) => Math.abs(a - b) <= slack
    if (today > 1 && near(today / 100, last(1)) && near(thirty / 100, last(30)) && !near(today, last(1)))
      return t.violated(
        ['WALLET-01', 'WALLET-02'],
        `the spend reads ${round(today)} for today and ${round(thirty)} for 30 days, a hundred times what the days come to: cents are no euros`,
        wallet,
        after,
      )
    // Without spend today the last day of the series is unknown.
    if (today <= 0 || series.latest !== presentDay(series, wallet.at)) return
    if (!near(today, last(1))) {
      const days = [2, 3, 7].find(many => near(today, last(many)))
      // Today may have begun yesterday, depending on the time zone.
      if (days !== undefined && (days > 2 || (await olderThanADay(t, wallet.at.getTime()))))
        t.violated(
          'WALLET-01',
          `the spend of today reads ${round(today)}, that of the last ${days} days; the last one comes to ${round(last(1))}`,
          wallet,
          after,
        )
      return
    }
    // A day may begin in any time zone.
    const lawful = [29, 30, 31].map(last)
    if (thirty >= Math.min(...lawful) - slack && thirty <= Math.max(...lawful) + slack) return
    const shorter = [1, 7, 14, 28].find(days => thirty > 0 && near(thirty, last(days)))
    const sentence = `the spend of 30 days reads ${round(thirty)}, the last 30 days come to ${round(last(30))}`
    if (shorter !== undefined)
      return t.violated('WALLET-02', `${sentence}, the last ${shorter} to just that`, wallet, after)
    // The subscription itself may count as spend.
    if (thirty < last(90) - slack) return
    const statement = await t.read('getMonthlyStatement', { query: { month: month(t, 1) } })
    const fees = [...places(statement.json)]
      .filter(({ value }) => isNumber(value))
      .map(one => Number(one.value))
    if (statement.status === 200 && !fees.some(fee => fee > 0 && near(thirty - fee, last(30))))
      t.violated('WALLET-02', `${sentence}, all that is known to ${round(last(90))}`, wallet, after)
  },
})

/** A paid run that began more than a day ago does not count as spend of today, in any time zone. */
async function olderThanADay(t: Trial, now: number): Promise<boolean> {
  const { runs } = await readAnalytics(t)
  return runs.rows.some(row => {
    const began = beganAt(row)
    return (
      began !== undefined &&
      (readRun(row)?.cost ?? 0) > 0 &&
      began < now - 25 * HOUR &&
      Math.floor(began / (24 * HOUR)) === Math.floor(now / (24 * HOUR)) - 1
    )
  })
}

const HOUR = 3_600_000

const seriesIn = (exchange: Exchange | undefined): DaySeries | undefined =>
  exchange?.status === 200 ? DaySeries.ofRows(rowsOf(exchange.json, 'day'), moneyOf) : undefined
