// The log: one line for each request and for each event of the mock itself. No line ever contains a key.
import { styleText } from 'node:util'
import { controlOperations } from '../control/document.ts'
import { type Exchange, ownerIn } from '../journal/exchange.ts'
import { redactorFor } from '../journal/redact.ts'
import { iso } from '../simulation/calendar.ts'
import { machineDate } from '../simulation/machine-time.ts'
import type { WriteLine } from './line-writer.ts'

export type LogForm = 'pretty' | 'json' | 'off'

export type Log = ReturnType<typeof openLog>

export interface LogOptions {
  /** Columns of the terminal, at which lines are cut. */
  readonly width?: number | undefined
  readonly colors?: boolean
  /** Secrets that must not appear in any line, besides keys. */
  readonly secrets?: readonly string[]
}

/** Probes are not logged, because they are so frequent. */
const { getHealth, getReadiness, getMetrics } = controlOperations
const UNLOGGED = new Set<string>([getHealth.path, getReadiness.path, getMetrics.path])

export function openLog(form: LogForm, write: WriteLine, options: LogOptions = {}) {
  const { secrets = [] } = options
  return {
    /** Logs a request that has ended. */
    served: (exchange: Exchange, ms: number): void => {
      if (form === 'off' || UNLOGGED.has(exchange.path)) return
      const at = machineDate()
      const facts = () => factsOf(exchange, at, ms, secrets)
      write(() => (form === 'json' ? JSON.stringify(facts()) : prettyLine(facts(), options)))
      if (form === 'json') return
      // On a separate line and never cut, because the reason comes last.
      for (const why of [exchange.held, exchange.refusal?.advice])
        if (why) write(() => `${INDENT}${plain(why)}`)
    },
    /** Logs any other event; `facts` for machines, `words` for people. */
    happened(event: string, facts: Readonly<Record<string, unknown>>, words: string): void {
      const line =
        form === 'json' ? JSON.stringify({ time: iso(machineDate()), event, ...facts }) : `  ${words}`
      write(() => line)
    },
  }
}

/** The width of the time at the start of a line. */
const INDENT = ' '.repeat('  09:00:00  '.length)

/**
 * What a line says of a request: null for a request without a workspace, a key, an operation or a status; what is undefined
 * is left out.
 */
type Facts = ReturnType<typeof factsOf>

function factsOf(exchange: Exchange, at: number, ms: number, secrets: readonly string[]) {
  const { caller, operation, method, status, refusal, held, brokenOff } = exchange
  return {
    time: iso(at),
    event: 'request',
    workspace: ownerIn(exchange.id) ?? null,
    key: caller?.key.name ?? null,
    method,
    path: withoutSecrets(exchange, secrets),
    operation: operation?.id ?? null,
    status: status === 0 ? null : status,
    ms: Math.round(ms * 10) / 10,
    refusal: refusal?.code,
    held,
    broken_off: brokenOff || undefined,
  }
}

/** The path without keys, which do not belong there but may have been put there. */
function withoutSecrets(exchange: Exchange, secrets: readonly string[]): string {
  const { operation, status, refusal, faults } = exchange
  // Paths without parameters contain no secrets, nor do those that name what is there.
  const isServed = status < 300 && !refusal && faults.length === 0
  if (operation && (operation.pathParams.length === 0 || isServed)) return exchange.path
  let path = redactorFor([exchange])(exchange.path)
  for (const secret of secrets) path = path.replaceAll(secret, '[secret]')
  return path.replace(/awk_[\w-]+/g, '[key]')
}

function prettyLine(facts: Facts, { width, colors = false }: LogOptions): string {
  const { status, ms, operation, method, path, workspace, key, refusal, broken_off } = facts
  const clock = new Date(facts.time).toTimeString().slice(0, '09:00:00'.length)
  const what = operation ?? `${method} ${path}`
  const who = [workspace, key].filter(Boolean).join(' ')
  const more = [refusal, broken_off && 'broken off'].filter(Boolean).join(', ')
  const before = `  ${clock}  `
  const shown = String(status ?? '---')
  const after = `  ${`${ms.toFixed(ms < 100 ? 1 : 0)} ms`.padStart(8)}  ${what.padEnd(26)} ${who.padEnd(14)} ${more}`
  const room = (width ?? Number.POSITIVE_INFINITY) - before.length - shown.length
  const painted = colors ? styleText(colorOf(status ?? 0), shown, { validateStream: false }) : shown
  return before + painted + plain(after, room)
}

/** The color of a status; 0 stands for none. */
export function colorOf(status: number): 'green' | 'yellow' | 'red' {
  if (status === 0 || status >= 500) return 'red'
  return status < 400 ? 'green' : 'yellow'
}

/** Removes terminal control characters, and cuts the line to the width. */
function plain(text: string, room = Number.POSITIVE_INFINITY): string {
  return text
    .replace(/[^\x20-\x7e]/g, '?')
    .trimEnd()
    .slice(0, room)
}
