// What goes wrong on purpose: by preset in two clicks, or put together.
import { useEffect, useState } from 'preact/hooks'
import { literal } from '../calls/as-code.ts'
import type { ControlComponents } from '../calls/types.ts'
import { serviceCalls } from '../generated/calls.gen.ts'
import { copy } from '../kit/copy.tsx'
import { Button, Empty, Field, Loaded, Page, Panel, Select } from '../kit/parts.tsx'
import { href } from '../routes.ts'
import { actControl } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'
import { faultPresets } from './parts/fault-presets.ts'

type Fault = ControlComponents['schemas']['Fault']
type FaultSpec = ControlComponents['schemas']['FaultSpec']
type Effect = ControlComponents['schemas']['Effect']

const operations = Object.keys(serviceCalls).sort()
const tags = [
  'agents',
  'runs',
  'chats',
  'tasks',
  'workflows',
  'approvals',
  'analytics',
  'spend',
  'wallet',
  'completions',
  'knowledge',
]

export default function Faults({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const where = { workspace_id: ws }
  const read = useControl('listFaults', { path: where }, ['exchanges', 'control', '*'])
  const keys = useControl('listKeys', { path: where }, ['keys', 'control'])
  const [scope, setScope] = useState('')
  const [key, setKey] = useState('')
  useEffect(() => {
    document.title = 'Faults · Agent Work mock'
  }, [])
  const on = onOf(scope, key)
  const scopeText = scope === '' ? 'every request' : scope.replace(/^tag:/, 'all of ')
  const add = (fault: FaultSpec, name: string) =>
    void actControl(
      'addFault',
      { path: where, body: { ...fault, ...(on ? { on } : {}) } },
      { said: `Set for ${scopeText}: ${name}`, undo: false },
    )
  return (
    <Page
      title="Faults"
      note="Things that go wrong on purpose, for your client and not for this console. They end by themselves after 15 minutes of real time."
      actions={
        <Button
          kind="danger"
          disabled={!read.data || read.data.data.length === 0}
          onClick={() =>
            void actControl(
              'clearFaults',
              { path: where },
              { said: 'Nothing goes wrong any more', undo: false },
            )
          }
        >
          Clear all
        </Button>
      }
    >
      <Panel title="In force" flush>
        <Loaded read={read}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="Nothing goes wrong">
                <p>Choose below what it is for, and then what shall go wrong.</p>
              </Empty>
            ) : (
              <div class="table-frame">
                <table class="table">
                  <thead>
                    <tr>
                      <th scope="col">What</th>
                      <th scope="col">For</th>
                      <th scope="col">How often</th>
                      <th scope="col" class="right">
                        Matched
                      </th>
                      <th scope="col" class="right">
                        Applied
                      </th>
                      <th scope="col">
                        <span class="only-read">Actions</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map(fault => (
                      <FaultRow key={fault.id} fault={fault} ws={ws} />
                    ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </Loaded>
      </Panel>
      <Panel
        title="Let something go wrong"
        actions={
          <div class="row wrap fault-scope">
            <span class="muted small">for</span>
            <Select
              label="For which requests"
              value={scope}
              onChange={setScope}
              options={[
                ['', 'every request'],
                ...operations.map(one => [one, one] as const),
                ...tags.map(one => [`tag:${one}`, `all of ${one}`] as const),
              ]}
            />
            <span class="muted small">with</span>
            <Select
              label="With which key"
              value={key}
              onChange={setKey}
              options={[['', 'any key'], ...(keys.data?.data ?? []).map(({ name }) => [name, name] as const)]}
            />
          </div>
        }
      >
        <ul class="presets">
          {faultPresets.map(({ name, note, fault }) => (
            <li key={name}>
              <button type="button" class="preset" onClick={() => add(fault, name)}>
                <span class="strong">{name}</span>
                <span class="muted small">{note}</span>
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      <OwnFault onAdd={fault => add(fault, inWords(fault.effects[0]!))} />
    </Page>
  )
}

function onOf(scope: string, key: string): FaultSpec['on'] | undefined {
  if (scope === '' && key === '') return undefined
  return {
    ...(scope.startsWith('tag:') ? { tag: scope.slice(4) } : scope ? { operation: scope } : {}),
    ...(key ? { key } : {}),
  }
}

function FaultRow({ fault, ws }: { fault: Fault; ws: string }) {
  const { id, effects, on, times, probability, skip, active, for: window } = fault
  const { matched, applied, ...rest } = fault
  const spec = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'id' && name !== 'active'))
  const often = [
    times ? `${times}×` : '',
    probability === undefined ? '' : `${Math.round(probability * 100)} %`,
    skip ? `after ${skip}` : '',
    window ? `for ${window}` : '',
  ].filter(Boolean)
  return (
    <tr>
      <td class="wide">
        <span class={active ? 'strong' : 'muted'}>{effects.map(inWords).join(', ')}</span>{' '}
        {active ? null : <span class="tag">used up</span>}
      </td>
      <td class="nowrap">
        {on
          ? [on.operation, on.tag && `all of ${on.tag}`, on.method, on.path, on.key && `key ${on.key}`]
              .flat()
              .filter(Boolean)
              .join(', ')
          : 'every request'}
      </td>
      <td class="nowrap">{often.join(', ') || 'every time'}</td>
      <td class="right number">{matched}</td>
      <td class="right number">
        {applied > 0 ? <a href={href([ws, 'journal'], { only: 'faults' })}>{applied}</a> : 0}
      </td>
      <td>
        <span class="row">
          <Button
            small
            onClick={() => void copy(`workspace.faults.add(${literal(spec)})`, 'Copied as TypeScript')}
          >
            TypeScript
          </Button>
          <Button
            small
            kind="quiet"
            icon="close"
            label="Take the fault away"
            onClick={() =>
              void actControl(
                'removeFault',
                { path: { workspace_id: ws, fault_id: id } },
                { said: 'The fault is gone', undo: false },
              )
            }
          />
        </span>
      </td>
    </tr>
  )
}

function inWords(effect: Effect): string {
  switch (effect.do) {
    case 'delay':
      return `slower by ${typeof effect.takes === 'object' ? JSON.stringify(effect.takes) : effect.takes}`
    case 'reply':
      return `answer ${effect.status}${effect.retry_after_seconds === undefined ? '' : `, Retry-After ${effect.retry_after_seconds} s`}`
    case 'drop':
      return effect.when === 'after' ? 'lose the reply after commit' : 'drop the connection before'
    case 'cut':
      return 'cut the body in the middle'
    case 'trickle':
      return `trickle at ${effect.bytes_per_second} bytes a second`
    case 'malform':
      return effect.how.replaceAll('-', ' ')
    case 'cut-stream':
      return `cut the stream after ${effect.after_events} events`
    case 'repeat-events':
      return `repeat ${effect.count} events`
    case 'shuffle-events':
      return 'shuffle events'
    case 'split-stream':
      return `send streams in pieces of ${effect.bytes} bytes`
    case 'stale':
      return effect.behind ? `reads are ${effect.behind} behind` : 'stale reads'
  }
}

type Kind = Effect['do']

/** A form for every effect. */
function OwnFault({ onAdd }: { onAdd: (fault: FaultSpec) => void }) {
  const [kind, setKind] = useState<Kind>('reply')
  const [status, setStatus] = useState('500')
  const [retry, setRetry] = useState('')
  const [text, setText] = useState('2s')
  const [when, setWhen] = useState<'before' | 'after'>('before')
  const [how, setHow] = useState('missing-field')
  const [number, setNumber] = useState('3')
  const [times, setTimes] = useState('1')
  const [probability, setProbability] = useState('')
  const [window, setWindow] = useState('')
  const effect = (): Effect => {
    switch (kind) {
      case 'reply':
        return {
          do: 'reply',
          when,
          status: Number(status),
          retry_after_as: 'seconds',
          ...(retry ? { retry_after_seconds: Number(retry) } : {}),
        }
      case 'delay':
        return { do: 'delay', when, takes: text, real_time: true }
      case 'drop':
        return { do: 'drop', when, how: 'reset' }
      case 'trickle':
        return { do: 'trickle', bytes_per_second: Number(number), real_time: true }
      case 'malform':
        return { do: 'malform', how: how as 'empty' }
      case 'cut-stream':
        return { do: 'cut-stream', after_events: Number(number), how: 'reset' }
      case 'repeat-events':
        return { do: 'repeat-events', count: Number(number) }
      case 'shuffle-events':
        return { do: 'shuffle-events', span: Math.max(2, Number(number)) }
      case 'split-stream':
        return { do: 'split-stream', bytes: Number(number) }
      case 'stale':
        return text ? { do: 'stale', behind: text } : { do: 'stale' }
      case 'cut':
        return { do: 'cut' }
    }
  }
  const kinds: readonly (readonly [Kind, string])[] = [
    ['reply', 'Answer something else'],
    ['delay', 'Be slow'],
    ['drop', 'Drop the connection'],
    ['cut', 'Cut the body'],
    ['trickle', 'Send the body slowly'],
    ['malform', 'Malform the body'],
    ['cut-stream', 'Cut a stream'],
    ['repeat-events', 'Repeat events of a stream'],
    ['shuffle-events', 'Shuffle events of a stream'],
    ['split-stream', 'Split a stream into pieces'],
    ['stale', 'Answer with the past'],
  ]
  return (
    <Panel title="One of your own">
      <form
        class="stack loose"
        onSubmit={event => {
          event.preventDefault()
          onAdd({
            effects: [effect()],
            ...(times ? { times: Number(times) } : {}),
            ...(probability ? { probability: Number(probability) } : {}),
            ...(window ? { for: window } : {}),
          })
        }}
      >
        <div class="fields">
          <Field label="What">
            <Select value={kind} onChange={setKind} options={kinds} />
          </Field>
          {kind === 'reply' ? (
            <>
              <Field label="Status">
                <input
                  class="input"
                  type="number"
                  min="200"
                  max="599"
                  value={status}
                  onInput={event => setStatus(event.currentTarget.value)}
                />
              </Field>
              <Field label="Retry-After in seconds">
                <input
                  class="input"
                  type="number"
                  min="0"
                  value={retry}
                  placeholder="none"
                  onInput={event => setRetry(event.currentTarget.value)}
                />
              </Field>
            </>
          ) : null}
          {kind === 'delay' || kind === 'stale' ? (
            <Field label={kind === 'delay' ? 'How long' : 'How far behind'}>
              <input class="input" value={text} onInput={event => setText(event.currentTarget.value)} />
            </Field>
          ) : null}
          {kind === 'reply' || kind === 'delay' || kind === 'drop' ? (
            <Field label="When">
              <Select
                value={when}
                onChange={setWhen}
                options={[
                  ['before', 'before anything is done'],
                  ['after', 'after it was done'],
                ]}
              />
            </Field>
          ) : null}
          {kind === 'malform' ? (
            <Field label="How">
              <Select
                value={how}
                onChange={setHow}
                options={[
                  'missing-field',
                  'wrong-type',
                  'unknown-field',
                  'broken-json',
                  'empty',
                  'html',
                  'wrong-content-type',
                ]}
              />
            </Field>
          ) : null}
          {['trickle', 'cut-stream', 'repeat-events', 'shuffle-events', 'split-stream'].includes(kind) ? (
            <Field
              label={
                {
                  trickle: 'Bytes a second',
                  'cut-stream': 'After how many events',
                  'repeat-events': 'How many',
                  'shuffle-events': 'Within how many',
                  'split-stream': 'Bytes a piece',
                }[kind as 'trickle']
              }
            >
              <input
                class="input"
                type="number"
                min="1"
                value={number}
                onInput={event => setNumber(event.currentTarget.value)}
              />
            </Field>
          ) : null}
          <Field label="How often">
            <input
              class="input"
              type="number"
              min="1"
              value={times}
              placeholder="every time"
              onInput={event => setTimes(event.currentTarget.value)}
            />
          </Field>
          <Field label="Share of requests">
            <input
              class="input"
              type="number"
              min="0"
              max="1"
              step="0.05"
              value={probability}
              placeholder="all"
              onInput={event => setProbability(event.currentTarget.value)}
            />
          </Field>
          <Field label="For how long">
            <input
              class="input"
              value={window}
              placeholder="until it is used up"
              onInput={event => setWindow(event.currentTarget.value)}
            />
          </Field>
        </div>
        <div>
          <Button type="submit">Set</Button>
        </div>
      </form>
    </Panel>
  )
}
