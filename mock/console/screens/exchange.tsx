// One call: why it ended as it did, its reply and request, as other keys, and as code.
import { useEffect } from 'preact/hooks'
import { asCurl, asFetch, literal } from '../calls/as-code.ts'
import { type Call, make } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button, CloseLink } from '../kit/button.tsx'
import { Code, copy } from '../kit/code.tsx'
import { Facts } from '../kit/figures.tsx'
import { Json } from '../kit/json.tsx'
import { Loaded, Problem } from '../kit/loaded.tsx'
import { Part } from '../kit/page.tsx'
import { Table } from '../kit/table.tsx'
import { TabPanels } from '../kit/tabs.tsx'
import { counted, durationText, HttpStatus, Time } from '../kit/values.tsx'
import { href, workspaceId } from '../routes.ts'
import { act, orSay } from '../state/acts.ts'
import { copyAsCurl } from '../state/copy-call.ts'
import { onKey } from '../state/key-bindings.ts'
import { numberOf, useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'
import { callOfExchange } from './parts/call-of-exchange.ts'
import { CompareCalls } from './parts/compare.tsx'
import { Why } from './parts/why.tsx'

export function ExchangeDetail({ id, closeHref }: { id: string; closeHref: string }) {
  const read = useControl('readExchange', { path: { exchange_id: id } })
  return (
    <section class="panel exchange" aria-label="The call">
      <Loaded read={read}>{exchange => <Detail exchange={exchange} closeHref={closeHref} />}</Loaded>
      {read.error ? (
        <div class="body">
          <a href={closeHref}>Back to the journal</a>
        </div>
      ) : null}
    </section>
  )
}

function Detail({ exchange, closeHref }: { exchange: Schemas['Exchange']; closeHref: string }) {
  const call = callOfExchange(exchange)
  useEffect(() => onKey('y', () => copyAsCurl(call)), [exchange.id])
  return (
    <>
      <header class="exchange-head row wrap">
        <HttpStatus status={exchange.status} />
        <h2 class="mono grow">
          {exchange.method} {exchange.path}
        </h2>
        <CloseLink href={closeHref} label="Close the call" />
        <p class="muted small exchange-facts">
          <span title="The id of the call, which its reply has in the header X-Mock-Exchange">
            call {exchange.id}
          </span>{' '}
          · <Time at={exchange.at} millis /> · {exchange.operation ?? 'no operation'} ·{' '}
          {exchange.key ? `${exchange.key} (${exchange.person})` : 'no key'}
          {exchange.took_ms ? ` · took ${durationText(exchange.took_ms)}` : ''}
          {exchange.console ? ' · done in this console' : ''}
        </p>
        <div class="row actions">
          <Button small icon="copy" onClick={() => copyAsCurl(call)}>
            Copy as curl
          </Button>
          <Button small icon="send" onClick={() => sendAgain(call)}>
            Send again
          </Button>
          <a class="button small" href={href(['try', 'call'], { from: exchange.id })}>
            Edit and send
          </a>
        </div>
      </header>
      <TabPanels
        label="About the call"
        class="exchange-body"
        otherwise={exchange.refusal || exchange.faults.length > 0 ? 'why' : 'reply'}
        tabs={[
          ['why', 'Why', () => <Why id={exchange.id} />],
          ['reply', 'Reply', () => <Reply exchange={exchange} />],
          ['request', 'Request', () => <Request exchange={exchange} />],
          ['others', 'With each key', () => <AsEveryKey exchange={exchange} />],
          ['compare', 'Compare', () => <CompareCalls exchange={exchange} />],
          ['code', 'As code', () => <AsCode exchange={exchange} call={call} />],
        ]}
      />
    </>
  )
}

function sendAgain(call: Call) {
  if (call.method !== 'GET') return act(call, `Sent again: ${call.method} /${call.url}`)
  const look = make(call).then(({ status }) => say(`The same look is answered ${status} now.`, { call }))
  return orSay(look, call)
}

function Reply({ exchange: { reply, status } }: { exchange: Schemas['Exchange'] }) {
  return (
    <div class="stack loose">
      {reply.stream ? (
        <p class="soft">
          A stream of {counted(reply.stream.events, 'event')}, {counted(reply.stream.bytes, 'byte')}:{' '}
          {Object.entries(reply.stream.kinds)
            .map(([kind, count]) => `${count} ${kind}`)
            .join(', ')}
          .
        </p>
      ) : null}
      {reply.body === null ? (
        <p class="muted">{status === 0 ? 'There was no reply.' : 'The reply has no body.'}</p>
      ) : (
        <Body value={reply.body} />
      )}
      <Headers headers={reply.headers} />
    </div>
  )
}

function Request({ exchange: { request } }: { exchange: Schemas['Exchange'] }) {
  const query = Object.entries(request.query)
  return (
    <div class="stack loose">
      {query.length > 0 ? (
        <Part title="Query">
          <Json value={request.query} />
        </Part>
      ) : null}
      {request.body === null ? <p class="muted">The request has no body.</p> : <Body value={request.body} />}
      <Headers headers={request.headers} />
    </div>
  )
}

function Body({ value }: { value: unknown }) {
  return (
    <section class="stack">
      <div class="row between">
        <h3>Body</h3>
        <Button
          small
          icon="copy"
          onClick={() => copy(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
        >
          Copy
        </Button>
      </div>
      {typeof value === 'string' ? <pre class="prewrap mono">{value}</pre> : <Json value={value} />}
    </section>
  )
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <Part title="Headers">
      <Facts class="mono" of={headers} />
    </Part>
  )
}

/** The call sent again in a new workspace like this one, once for each key. */
function AsEveryKey({ exchange }: { exchange: Schemas['Exchange'] }) {
  const number = numberOf(exchange)
  const before = `${workspaceId.value}.${number - 1}`
  const after = `${workspaceId.value}.${number + 1}`
  const exchanges = { since: before, until: after, console: true }
  const { data, error } = useControl('replayExchanges', { body: { as: ['everybody'], exchanges } })
  if (error) return <Problem error={error} />
  if (!data) return <p class="muted">Sending it as every key, each in a workspace of its own…</p>
  return (
    <div class="stack">
      <p class="muted">
        The same call, sent with each key to a new workspace like this one was at its beginning.
      </p>
      <Table
        plain
        rows={data.data}
        id={({ as }) => as}
        columns={[
          { head: 'Key', cell: ({ as }) => as },
          {
            head: 'Answer',
            cell: ({ calls }) => {
              const call = calls.at(-1)
              return call ? <HttpStatus status={call.is ?? 0} /> : <span class="muted">not sent</span>
            },
          },
          {
            head: `Here it was ${exchange.status}`,
            cell: ({ calls }) =>
              calls.at(-1)?.same ? <span class="muted">the same</span> : <span class="strong">differs</span>,
          },
        ]}
      />
    </div>
  )
}

function AsCode({ exchange, call }: { exchange: Schemas['Exchange']; call: Call }) {
  const { operation, method, path, status, request } = exchange
  const expectation = {
    ...(operation ? { operation } : { method, path }),
    status,
    ...(request.body !== null && typeof request.body === 'object' ? { body: request.body } : {}),
    times: 1,
  }
  return (
    <div class="stack loose">
      <Part title="As curl">
        <Code text={asCurl(call)} />
      </Part>
      <Part title="As fetch">
        <Code text={asFetch(call)} />
      </Part>
      <Part title="As an assertion of a test">
        <Code text={`workspace.journal.verify(${literal(expectation)})`} />
      </Part>
    </div>
  )
}
