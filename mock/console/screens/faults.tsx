// Faults: those in force, presets, and a form for any other.
import { useState } from 'preact/hooks'
import { literal } from '../calls/as-code.ts'
import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { serviceCalls, serviceTags } from '../generated/calls.gen.ts'
import { Button } from '../kit/button.tsx'
import { copy } from '../kit/code.tsx'
import { Select } from '../kit/fields.tsx'
import { Form } from '../kit/form.tsx'
import { Empty, Page, Panel, ReadPanel } from '../kit/page.tsx'
import { SchemaForm, textOfKind, useDocument } from '../kit/schema-form.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { percentText } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { act } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'
import { faultPresets } from './parts/fault-presets.ts'

const operations = Object.keys(serviceCalls).sort()

export default function Faults() {
  const read = useControl('listFaults', {})
  const keys = useControl('listKeys', {})
  const document = useDocument('control')
  const inWords = (effect: Schemas['Effect']) =>
    document ? textOfKind(document, 'Effect', effect) : effect.do
  const [scope, setScope] = useState('')
  const [key, setKey] = useState('')
  const [often, setOften] = useState('')
  const on = targetOf(scope, key)
  const scopeText = scope === '' ? 'every request' : scope.replace(/^tag:/, 'all of ')
  const add = (fault: Schemas['FaultSpec'], name: string) =>
    act(
      control('addFault', { body: { ...fault, ...(often && { times: Number(often) }), on } }),
      `Set for ${scopeText}: ${name}`,
    )
  return (
    <Page
      title="Faults"
      note="Things that go wrong on purpose, for your client and not for this console. They end by themselves after 15 minutes of real time."
      actions={
        <Button
          kind="danger"
          disabled={!read.data || read.data.data.length === 0}
          onClick={() => act(control('clearFaults', {}), 'Nothing goes wrong any more')}
        >
          Clear all
        </Button>
      }
    >
      <ReadPanel
        title="In force"
        flush
        read={read}
        empty={
          <Empty
            title="Nothing goes wrong"
            text="Choose below what it is for, and then what shall go wrong."
          />
        }
      >
        {({ data }) => <Table rows={data} columns={columnsOf(inWords)} />}
      </ReadPanel>
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
                ...operations,
                ...Object.keys(serviceTags).map(one => [`tag:${one}`, `all of ${one}`] as const),
              ]}
            />
            <span class="muted small">with</span>
            <Select
              label="With which key"
              value={key}
              onChange={setKey}
              options={[['', 'any key'], ...(keys.data?.data ?? []).map(({ name }) => name)]}
            />
            <input
              class="input times"
              type="number"
              min="1"
              placeholder="as below"
              aria-label="How many times"
              value={often}
              onInput={event => setOften(event.currentTarget.value)}
            />
            <span class="muted small">times</span>
          </div>
        }
      >
        <ul class="presets">
          {faultPresets.map(({ name, note, fault }) => (
            <li key={name}>
              <button type="button" class="preset stack" onClick={() => void add(fault, name)}>
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

function targetOf(scope: string, key: string): Schemas['FaultSpec']['on'] {
  if (scope === '' && key === '') return undefined
  return {
    ...(scope.startsWith('tag:')
      ? { tag: scope.slice(4) }
      : scope && { operation: scope as keyof typeof serviceCalls }),
    ...(key && { key }),
  }
}

function columnsOf(inWords: (effect: Schemas['Effect']) => string): readonly Column<Schemas['Fault']>[] {
  return [
    {
      head: 'What',
      width: '1fr',
      cell: ({ effects, active }) => (
        <>
          <span class={active ? 'strong' : 'muted'}>{effects.map(inWords).join(', ')}</span>{' '}
          {active ? null : <span class="tag">used up</span>}
        </>
      ),
    },
    {
      head: 'For',
      class: 'nowrap',
      cell: ({ on }) =>
        on
          ? [on.operation, on.tag && `all of ${on.tag}`, on.method, on.path, on.key && `key ${on.key}`]
              .flat()
              .filter(Boolean)
              .join(', ')
          : 'every request',
    },
    { head: 'How often', from: 'tablet', class: 'nowrap', cell: oftenText },
    { head: 'Matched', from: 'tablet', align: 'end', cell: ({ matched }) => matched },
    {
      head: 'Applied',
      from: 'tablet',
      align: 'end',
      cell: ({ applied }) =>
        applied > 0 ? (
          <a href={href(['journal'], { only: 'faults' })}>
            {applied} <span class="only-read">calls of this fault</span>
          </a>
        ) : (
          0
        ),
    },
    { head: 'Actions', hideHead: true, cell: fault => <FaultActions fault={fault} /> },
  ]
}

function oftenText({ times, probability, skip, for: length }: Schemas['Fault']): string {
  const parts = [
    times ? `${times}×` : '',
    probability === undefined ? '' : percentText(probability),
    skip ? `after ${skip}` : '',
    length ? `for ${length}` : '',
  ]
  return parts.filter(Boolean).join(', ') || 'every time'
}

function FaultActions({ fault }: { fault: Schemas['Fault'] }) {
  const { id, matched: _matched, applied: _applied, active: _active, ...spec } = fault
  return (
    <span class="row">
      <Button small onClick={() => copy(`workspace.faults.add(${literal(spec)})`, 'Copied as TypeScript')}>
        TypeScript
      </Button>
      <Button
        icon="close"
        label={`Take the fault ${id} away`}
        onClick={() => act(control('removeFault', { path: { fault_id: id } }), 'The fault is gone')}
      />
    </span>
  )
}

/** A form for every effect that the control document has. */
function OwnFault({ onAdd }: { onAdd: (fault: Schemas['FaultSpec']) => unknown }) {
  const [fault, setFault] = useState<Schemas['FaultSpec']>({
    times: 1,
    effects: [{ do: 'reply', status: 500 }],
  })
  return (
    <Panel title="One of your own">
      <Form onSubmit={() => onAdd(fault)}>
        <SchemaForm
          name="FaultSpec"
          value={{ ...fault, effects: fault.effects[0] }}
          onChange={({ effects, ...change }) =>
            setFault({ ...fault, ...change, ...(effects ? { effects: [effects as Schemas['Effect']] } : {}) })
          }
          first={['effects', 'times', 'probability', 'for']}
          hide={['on']}
          options={{
            effects: { label: 'What', one: true },
            times: { label: 'How often', placeholder: 'every time' },
            probability: { label: 'Share of requests', placeholder: 'all' },
            for: { label: 'For how long', placeholder: 'until it is used up' },
          }}
        />
        <div>
          <Button type="submit">Set</Button>
        </div>
      </Form>
    </Panel>
  )
}
