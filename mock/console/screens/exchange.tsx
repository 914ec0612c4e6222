// One call with everything that is known of it.
import { useEffect, useState } from 'preact/hooks'
import { mockRoot } from '../address.ts'
import { asCurl, asFetch, literal } from '../calls/as-code.ts'
import { askControl, type Call, make } from '../calls/call.ts'
import type { ControlComponents } from '../calls/types.ts'
import { copy } from '../kit/copy.tsx'
import { Json } from '../kit/json.tsx'
import { Button, Code, Loaded, Problem, Tabs } from '../kit/parts.tsx'
import { durationText, HttpStatus, Status, Time } from '../kit/values.tsx'
import { href, hrefHere, place } from '../routes.ts'
import { attempt, sayRefused } from '../state/acts.ts'
import { onKey } from '../state/keys.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'
import { SubjectLink } from './parts/links.tsx'

type Exchange = ControlComponents['schemas']['Exchange']
type Explanation = ControlComponents['schemas']['Explanation']
type Replay = ControlComponents['schemas']['Replay']

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
  const call = callOf(exchange, workspace)
  const base = mockRoot.href.replace(/\/$/, '')
  useEffect(() => onKey('y', () => void copy(asCurl(call, base), 'Copied as curl')), [exchange.id])
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
        <Button small icon="copy" onClick={() => void copy(asCurl(call, base), 'Copied as curl')}>
          curl
        </Button>
        <Button small icon="send" onClick={() => void sendAgain(call)}>
          Send again
        </Button>
        <a class="button small icon quiet" href={closeHref} aria-label="Close the call" title="Close">
          ✕
        </a>
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
        tabs={[
          { id: 'why', text: 'Why', href: to('why') },
          { id: 'reply', text: 'Reply', href: to('reply') },
          { id: 'request', text: 'Request', href: to('request') },
          { id: 'others', text: 'As every key', href: to('others') },
          { id: 'code', text: 'Take away', href: to('code') },
        ]}
      />
      <div class="exchange-body">
        {tab === 'why' ? <Why id={exchange.id} workspace={workspace} /> : null}
        {tab === 'reply' ? <Reply exchange={exchange} /> : null}
        {tab === 'request' ? <Request exchange={exchange} /> : null}
        {tab === 'others' ? <AsOthers exchange={exchange} workspace={workspace} /> : null}
        {tab === 'code' ? <TakeAway exchange={exchange} call={call} base={base} /> : null}
      </div>
    </>
  )
}

/** The call as one that can be made again: with the same key, without its secret. */
function callOf({ operation, method, path, request, key }: Exchange, workspace: string): Call {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query))
    for (const one of [value].flat()) query.append(name, String(one))
  return {
    api: 'service',
    id: operation ?? 'unknown',
    method,
    url: path.slice(1) + (query.size > 0 ? `?${query}` : ''),
    pattern: path,
    wanted: request.body === null ? {} : { body: request.body },
    as: `${workspace}/${key ?? 'admin'}`,
  }
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

function Why({ id, workspace }: { id: string; workspace: string }) {
  const read = useControl('explainExchange', { path: { exchange_id: id } }, [
    'runs',
    'tasks',
    'approvals',
    'workflow_runs',
  ])
  return <Loaded read={read}>{why => <Explained why={why} workspace={workspace} />}</Loaded>
}

function Explained({ why, workspace }: { why: Explanation; workspace: string }) {
  const { rule, accepted, issues, resources } = why
  return (
    <div class="stack loose">
      <p class="story">{why.story}</p>
      {accepted.length > 0 ? (
        <Part title="What would have been accepted">
          <ul class="stack tight">
            {accepted.slice(0, 12).map(one => (
              <li key={one} class="accepted">
                {one}
              </li>
            ))}
            {accepted.length > 12 ? <li class="muted">and {accepted.length - 12} more</li> : null}
          </ul>
        </Part>
      ) : null}
      {why.state ? (
        <Part title="The state it follows from">
          <p>{why.state}</p>
        </Part>
      ) : null}
      {issues.length > 0 ? (
        <Part title="What is wrong in the request">
          <table class="table plain">
            <tbody>
              {issues.map(({ in: place, field, message }) => (
                <tr key={`${place}${field}${message}`}>
                  <th scope="row" class="mono nowrap">
                    {place}
                    {field ? `.${field}` : ''}
                  </th>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      ) : null}
      {rule ? (
        <Part title={`Section ${rule.section} of the specification${rule.title ? `, ${rule.title}` : ''}`}>
          <ul class="stack">
            {rule.requirements.map(({ id, statement }) => (
              <li key={id} class="statement">
                {statement} <span class="muted mono">{id}</span>
              </li>
            ))}
          </ul>
          {rule.gap ? (
            <div class="gap-note">
              <p>
                <span class="strong">Here it is silent.</span> {rule.gap.silence}
              </p>
              <p class="muted">
                This workspace answers{' '}
                <a href={href([workspace, 'gaps'], { gap: rule.gap.id })}>{rule.gap.answer}</a>:{' '}
                {rule.gap.means}
              </p>
            </div>
          ) : rule.requirements.length === 0 ? (
            <p class="muted">
              The refusal’s code is <code>{rule.code}</code>.
            </p>
          ) : null}
        </Part>
      ) : null}
      {resources.map(resource => (
        <Part
          key={resource.id}
          title={resource.kind === 'workflow-run' ? 'The workflow run' : `The ${resource.kind}`}
        >
          <div class="row wrap">
            <SubjectLink id={resource.id}>
              <span class="mono">{resource.id}</span>
            </SubjectLink>
            <Status value={resource.status} />
            {resource.waits_for ? <span class="soft">waits for {resource.waits_for}</span> : null}
          </div>
          {resource.note ? <p class="soft">{resource.note}</p> : null}
          <History lines={resource.history.slice(-6)} workspace={workspace} />
        </Part>
      ))}
      {why.try.length > 0 ? (
        <Part title="To try now">
          {why.try.map(({ what, curl }) => (
            <div class="stack tight" key={curl}>
              <p class="soft">{what}</p>
              <Code text={curl} />
            </div>
          ))}
        </Part>
      ) : null}
    </div>
  )
}

function Part({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <section class="stack">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

export function History({
  lines,
  workspace,
}: {
  lines: Explanation['resources'][number]['history']
  workspace: string
}) {
  return (
    <ol class="history">
      {lines.map(({ at, from, to, by, note }) => (
        <li key={`${at}${to}`}>
          <Time at={at} />
          <span class="stack tight">
            <span class="row wrap">
              <Status value={to} />{' '}
              {from ? <span class="muted small">was {from.replaceAll('_', ' ')}</span> : null}
            </span>
            {note ? <span class="soft">{note}</span> : null}
            {by ? (
              <a class="small mono" href={href([workspace, 'journal', by.exchange])}>
                {by.call}
                {by.key ? ` (${by.key})` : ''}
              </a>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Reply({ exchange: { reply, status } }: { exchange: Exchange }) {
  return (
    <div class="stack loose">
      {reply.stream ? (
        <p class="soft">
          A stream of {reply.stream.events} events, {reply.stream.bytes} bytes:{' '}
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
        <section class="stack">
          <h3>Query</h3>
          <Json value={request.query} />
        </section>
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
          onClick={() => void copy(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
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
    <section class="stack">
      <h3>Headers</h3>
      <dl class="facts mono">
        {Object.entries(headers).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  )
}

/** The call sent again in a new workspace like this one, once for each key. */
function AsOthers({ exchange, workspace }: { exchange: Exchange; workspace: string }) {
  const [replays, setReplays] = useState<readonly Replay[]>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    setReplays(undefined)
    setError(undefined)
    const number = Number(exchange.id.slice(exchange.id.lastIndexOf('.') + 1))
    const before = `${workspace}.${number - 1}`
    const after = `${workspace}.${number + 1}`
    const exchanges = { since: before, until: after, console: true }
    askControl('replayExchanges', {
      path: { workspace_id: workspace },
      body: { as: ['everybody'], exchanges },
    }).then(({ data }) => setReplays(data), setError)
  }, [exchange.id])
  if (error) return <Problem error={error} />
  if (!replays) return <p class="muted">Sending it as every key, each in a workspace of its own…</p>
  return (
    <div class="stack">
      <p class="muted">
        The same call, sent with each key to a new workspace like this one was at its beginning.
      </p>
      <table class="table plain">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Answer</th>
            <th scope="col">Here it was {exchange.status}</th>
          </tr>
        </thead>
        <tbody>
          {replays.map(({ as, calls }) => {
            const call = calls.at(-1)
            return (
              <tr key={as}>
                <th scope="row">{as}</th>
                <td>{call ? <HttpStatus status={call.is ?? 0} /> : <span class="muted">not sent</span>}</td>
                <td class={call?.same ? 'muted' : 'strong'}>{call?.same ? 'the same' : 'differs'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
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
