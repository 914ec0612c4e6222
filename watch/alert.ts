/** The alert of what a pass has changed, and its delivery to a webhook. */
import { randomUUID } from 'node:crypto'
import type { Usage } from '#openapi/usage'
import { visible } from '../conformance/engine/safe-text.ts'
import { reliantOn } from '../conformance/requirements/reliance.ts'
import { HOUR, MINUTE } from '../mock/simulation/duration.ts'
import type { Change, Changes, History } from './history.ts'
import { isDrift, REACHABLE, TWIN } from './page/row-names.ts'
import { requirementOf, statementOf } from './seen.ts'
import { isBad } from './transition.ts'

/** The body that the webhook gets. Its `text` alone is what chat services show. */
export type Alert = NonNullable<ReturnType<typeof alertOf>>

/** Undefined where nothing is worth an alert. */
export function alertOf(
  deployment: string,
  { changes, flaky }: Changes,
  clients: readonly Usage[],
  now: number,
) {
  const lines = (some: readonly Told[]) => some.map(one => lineOf(one, clients))
  const parts = {
    /** What is violated or differs from the twin now, and did not before. */
    worse: lines(changes.filter(one => isBad(one.after))),
    /** What is violated or differs no more. */
    better: lines(changes.filter(one => isBad(one.before))),
    flaky: lines(flaky),
  }
  if (Object.values(parts).every(some => some.length === 0)) return undefined
  const text = Object.entries(parts)
    .flatMap(([kind, some]) =>
      some.length === 0 ? [] : sentenceOf(deployment, kind as keyof typeof parts, some),
    )
    .join('\n')
  return { id: randomUUID(), deployment, at: new Date(now).toISOString(), text: visible(text), ...parts }
}

type Told = Pick<Change, 'requirement' | 'evidence'> & { readonly since?: number }

function lineOf({ requirement, evidence, since }: Told, clients: readonly Usage[]) {
  const known = requirementOf(requirement)
  return {
    requirement: isDrift(requirement) ? TWIN : requirement,
    statement: statementOf(requirement),
    since: since === undefined ? null : new Date(since).toISOString(),
    sentence: evidence.sentence,
    /** The clients that rely on it. */
    hurts: known ? reliantOn(known, clients) : [],
  }
}

/** How many requirements a text names. */
const SHOWN = 5

function sentenceOf(
  deployment: string,
  kind: 'worse' | 'better' | 'flaky',
  lines: readonly ReturnType<typeof lineOf>[],
): string[] {
  const outage = lines.find(one => one.requirement === REACHABLE)
  const drift = lines.filter(one => one.requirement === TWIN)
  const others = lines.filter(one => one !== outage && one.requirement !== TWIN)
  const since = lines
    .find(one => one.since !== null)
    ?.since?.slice(0, 16)
    .replace('T', ' ')
  const at = since ? ` since ${since} UTC` : ''
  const heads: string[] = []
  if (outage && kind === 'worse') heads.push(`${deployment} is down${at}: ${outage.sentence}`)
  if (outage && kind === 'better') heads.push(`${deployment} answers again${at}`)
  if (outage && kind === 'flaky') heads.push(`${deployment} is down now and then: ${outage.sentence}`)
  if (others.length > 0) {
    const count = others.length === 1 ? 'one requirement' : `${others.length} requirements`
    const states = { worse: 'violates', better: 'meets again', flaky: 'meets now and then' }
    const named = others.map(one => {
      const hurts = one.hurts.length > 0 ? ` (hurts ${one.hurts.join(', ')})` : ''
      return `${one.requirement} ${one.statement}${kind === 'better' ? '' : `: ${one.sentence}`}${hurts}`
    })
    heads.push(`${deployment} ${states[kind]} ${count}${at}`, ...firstOf(named))
  }
  if (drift.length > 0) {
    const places = drift.length === 1 ? 'one place' : `${drift.length} places`
    const state = kind === 'better' ? 'as its twin again' : 'otherwise than its twin'
    heads.push(`${deployment} answers ${state} in ${places}${at}`, ...firstOf(drift.map(one => one.sentence)))
  }
  return heads
}

function firstOf(named: readonly string[]): string[] {
  const more = named.length > SHOWN ? [`and ${named.length - SHOWN} more`] : []
  return [...named.slice(0, SHOWN), ...more].map(line => `  ${line}`)
}

const TIMEOUT_MS = 10_000

/**
 * Sends the alerts of the store that are due, oldest first. One that is not taken is sent again, ever more seldom, until
 * it is. It may arrive twice, if the receiver takes it and its reply is lost: then with the same `Idempotency-Key`.
 */
export function outbox(history: History, url: string, now: () => number) {
  let sending = Promise.resolve()
  /** Those that were taken, while the store could not be written. */
  const taken = new Set<string>()
  const send = async (): Promise<void> => {
    for (;;) {
      const alert = history.nextAlert()
      if (!alert || (alert.next ?? 0) > now()) return
      if (taken.has(alert.id) || (await isTaken(url, alert.id, alert.body))) {
        taken.add(alert.id)
        history.delivered(alert.id, now())
      } else history.postpone(alert.id, now() + Math.min(MINUTE * 2 ** alert.attempts, HOUR))
    }
  }
  return {
    next: () => history.nextAlert()?.next ?? Number.POSITIVE_INFINITY,
    /** Calls wait for each other, so that no alert is sent by two of them. */
    run: () => (sending = sending.then(send, send)),
  }
}

async function isTaken(url: string, id: string, body: string): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'user-agent': 'agent-work-watch',
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await reply.body?.cancel()
    return reply.ok
  } catch {
    return false
  }
}
