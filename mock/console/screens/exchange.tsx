// One call: why it ended as it did, its reply and request, as other keys, and as code.
import { useEffect } from 'preact/hooks'
import { mockRoot } from '../address.ts'
import { asCurl, asFetch, literal } from '../calls/as-code.ts'
import { type Call, make } from '../calls/call.ts'
import type { ControlComponents } from '../calls/types.ts'
import { Button, CloseLink } from '../kit/button.tsx'
import { Code, copy } from '../kit/code.tsx'
import { Facts } from '../kit/figures.tsx'
import { Json } from '../kit/json.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { counted, durationText, HttpStatus, Time } from '../kit/values.tsx'
import { href, hrefHere, place } from '../routes.ts'
import { attempt, sayRefused } from '../state/acts.ts'
import { copyAsCurl } from '../state/copy-call.ts'
import { onKey } from '../state/key-bindings.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'
import { AsEveryKey } from './parts/as-every-key.tsx'
import { callOfExchange } from './parts/call-of-exchange.ts'
import { CompareCalls } from './parts/compare.tsx'
import { Part } from './parts/part.tsx'
import { Why } from './parts/why.tsx'

type Exchange = ControlComponents['schemas']['Exchange']

export function ExchangeDetail({
  id,
  workspace,
  closeHref,
}: {
  id: string
  workspace: string
  closeHref: string
}) {
  const read = useControl('readExchange', { path: { workspace_id: workspace, exchange_id: id } }, [])
  return (
    <section class="panel exchange" aria-label="The call">
      <Loaded read={read}>
        {exchange => <Detail exchange={exchange} workspace={workspace} closeHref={closeHref} />}
      </Loaded>
      {read.error ? (
        <div class="body">
          <a href={closeHref}>Back to the journal</a>
        </div>
      ) : null}
    </section>
  )
}

function Detail({
  exchange,
  workspace,
  closeHref,
}: {
  exchange: Exchange
  workspace: string
  closeHref: string
}) {
  const tab =
    place.value.query.get('tab') ?? (exchange.refusal || exchange.faults.length > 0 ? 'why' : 'reply')
  const call = callOfExchange(exchange, workspace)
  const base = mockRoot.href.replace(/\/$/, '')
  useEffect(() => onKey('y', () => copyAsCurl(call)), [exchange.id])
  const to = (name: string) => hrefHere({ tab: name })
  return (
    <>
      <header class="exchange-head">
        <div class="row grow">
          <HttpStatus status={exchange.status} />
          <h2 class="mono cut" title={exchange.path}>
            {exchange.method} {exchange.path}
          </h2>
        </div>
        <Button small icon="copy" onClick={() => copyAsCurl(call)}>
          curl
        </Button>
        <Button small icon="send" onClick={() => sendAgain(call)}>
          Send again
        </Button>
        <a class="button small" href={href([workspace, 'try', 'call'], { from: exchange.id })}>
          Edit<span class="only-read"> and send</span>
        </a>
        <CloseLink href={closeHref} label="Close the call" />
        <p class="muted small exchange-facts">
          <span class="mono">{exchange.id}</span> · <Time at={exchange.at} millis /> ·{' '}
          {exchange.operation ?? 'no operation'} ·{' '}
          {exchange.key ? `${exchange.key} (${exchange.person})` : 'no key'}
          {exchange.took_ms === null ? '' : ` · ${durationText(exchange.took_ms)}`}
          {exchange.console ? ' · done in this console' : ''}
        </p>
      </header>
      <Tabs
        label="About the call"
        current={tab}
        options={[
          { id: 'why', text: 'Why', href: to('why') },
          { id: 'reply', text: 'Reply', href: to('reply') },
          { id: 'request', text: 'Request', href: to('request') },
          { id: 'others', text: 'As every key', href: to('others') },
          { id: 'compare', text: 'Compare', href: to('compare') },
          { id: 'code', text: 'Take away', href: to('code') },
        ]}
      />
      <div class="exchange-body">
        {tab === 'why' ? <Why id={exchange.id} workspace={workspace} /> : null}
        {tab === 'reply' ? <Reply exchange={exchange} /> : null}
        {tab === 'request' ? <Request exchange={exchange} /> : null}
        {tab === 'others' ? <AsEveryKey exchange={exchange} workspace={workspace} /> : null}
        {tab === 'compare' ? <CompareCalls exchange={exchange} workspace={workspace} /> : null}
        {tab === 'code' ? <TakeAway exchange={exchange} call={call} base={base} /> : null}
      </div>
    </>
  )
}

async function sendAgain(call: Call): Promise<void> {
  try {
    if (call.method !== 'GET') await attempt(call, { said: `Sent again: ${call.method} /${call.url}` })
    else {
      const reply = await make(call)
      say(`The same look is answered ${reply.status} now.`, { call })
    }
  } catch (error) {
    sayRefused(error, call)
  }
}

function Reply({ exchange: { reply, status } }: { exchange: Exchange }) {
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

function Request({ exchange: { request } }: { exchange: Exchange }) {
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

function TakeAway({ exchange, call, base }: { exchange: Exchange; call: Call; base: string }) {
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
        <Code text={asCurl(call, base)} />
      </Part>
      <Part title="As fetch">
        <Code text={asFetch(call, base)} />
      </Part>
      <Part title="As an assertion of a test">
        <Code text={`workspace.journal.verify(${literal(expectation)})`} />
      </Part>
    </div>
  )
}
