// `agent-work mock --in-front-of`: a proxy that forwards to a real deployment and judges its replies.

import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { html } from '../conformance/report/html.ts'
import { terminal } from '../conformance/report/terminal.ts'
import type { Exchange } from '../conformance/requirements/exchange.ts'
import { startProxy } from '../conformance/traffic/proxy.ts'
import { recorder, writeFile } from '../flags/files.ts'
import { UsageError } from '../flags/flag.ts'
import { colorOf } from '../mock/cli/log.ts'
import type { ReadSettings } from '../mock/cli/options.ts'
import { contractFor, defaultProfile, profileOfTwin } from '../mock/index.ts'
import { whyNotListening } from '../mock/node/why-not-listening.ts'

/** Serves until a signal stops the process, then writes the report. */
export async function serveProxy({ values, twin }: ReadSettings): Promise<void> {
  const { 'in-front-of': baseUrl = '', record, report, gap, 'control-key': controlKey } = values
  const { port = 4010, host = '127.0.0.1' } = values
  const { stdout, stderr } = process
  if (record !== undefined && existsSync(record))
    throw new UsageError(`${record} exists; name another file for --record.`)
  // Now, rather than when there is something to lose.
  if (report !== undefined) writeFile(report, '')
  const form = values.log ?? (stdout.isTTY ? 'pretty' : 'json')
  const own = Object.fromEntries(gap)
  const profile = { ...defaultProfile, ...(twin ? profileOfTwin(twin, own) : own) }
  const proxy = await startProxy({
    baseUrl,
    contract: contractFor(profile),
    port,
    host,
    ...(controlKey === undefined ? {} : { controlKey }),
    ...(record === undefined ? {} : { record: recorder(record) }),
    onServed: one => {
      if (form !== 'off') stdout.write(`${lineOf(one, form === 'json')}\n`)
    },
  }).catch((error: Error) => {
    throw new UsageError(whyNotListening(error, { port, host }) ?? error.message)
  })
  const madeUp = controlKey === undefined ? proxy.controlKey : undefined
  const facts = {
    event: 'ready',
    url: proxy.url,
    in_front_of: baseUrl,
    ...(madeUp !== undefined && { control_key: madeUp }),
  }
  const control = madeUp === undefined ? '' : `Control key (X-Mock-Control-Key): ${madeUp}\n`
  const words = `In front of ${baseUrl}: ${proxy.url}\n${control}What it has seen: ${proxy.url}/_mock/report.html, /_mock/violations, /_mock/journal`
  stdout.write(`${form === 'json' ? JSON.stringify(facts) : words}\n`)
  await new Promise<unknown>(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  const seen = proxy.traffic.report()
  await proxy.stop()
  if (report !== undefined)
    writeFile(report, report.endsWith('.html') ? html(seen) : JSON.stringify(seen, null, 2))
  if (form !== 'off') stderr.write(`${terminal(seen, stderr.isTTY)}\n`)
  process.exit(seen.counts.violated === 0 ? 0 : 1)
}

function lineOf({ id, method, url, status, ms, operation, key }: Exchange, isJson: boolean): string {
  const { pathname } = new URL(url)
  if (isJson)
    return JSON.stringify({ id, method, path: pathname, status, ms: Math.round(ms), operation, key })
  return `  ${styleText(colorOf(status), String(status))} ${method} ${pathname}  ${Math.round(ms)} ms  ${key}`
}
