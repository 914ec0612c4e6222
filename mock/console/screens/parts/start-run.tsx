// The dialog that starts a run: with an agent's own script, or with steps that are put together here.
import { useState } from 'preact/hooks'
import { actor, service } from '../../calls/call.ts'
import { Button } from '../../kit/button.tsx'
import { Field, Select, TextField } from '../../kit/fields.tsx'
import { go, href } from '../../routes.ts'
import { useControl } from '../../state/reads.ts'
import { CallDialog } from './call-dialog.tsx'
import { KeySelect } from './key-select.tsx'
import { useAgents } from './names.ts'

const scripts = [
  ['', 'The agent’s own'],
  ['work 5s; ask Which price list?; finish Used {{answer}}.', 'Works, asks, finishes'],
  [
    'work 2s; say Looking at the invoices.; tool find_invoices 3s; say Two of them are late.; finish Done.',
    'Talks and uses a tool',
  ],
  ['work 3s; approval Pay 4,200 euros?; work 2s; finish Paid.', 'Waits for an approval'],
  ['work 2s; fail The supplier’s portal did not answer.', 'Fails'],
  ['ask-fields What was agreed?: amount number, currency text; finish Noted.', 'Asks for fields'],
] as const

const steps = [
  'work 5s',
  'say …',
  'tool name 2s',
  'ask …',
  'ask-fields …: amount number',
  'approval …',
  'fail …',
  'finish …',
]

export function StartRun({ agentId }: { agentId: string | undefined }) {
  const ready = useControl('readWorkspace', {}).data?.roles.agents ?? {}
  const { agents } = useAgents()
  const handleOf = new Map(Object.entries(ready).map(([handle, id]) => [id, handle]))
  const list = [...agents].sort((a, b) => Number(handleOf.has(b.id)) - Number(handleOf.has(a.id)))
  const [chosen, setChosen] = useState(agentId)
  const agent = chosen ?? ready['agent-that-asks-text'] ?? list[0]?.id ?? ''
  const [task, setTask] = useState('Check invoice 17 against its purchase order.')
  const [script, setScript] = useState('')
  const [key, setKey] = useState(actor())
  const body = { triggered_by: 'console', input: { task, ...(script ? { mock_script: script } : {}) } }
  return (
    <CallDialog
      title="Start a run"
      verb="Start"
      call={service('startRun', { path: { agent_id: agent }, body }, key)}
      isReady={agent !== ''}
      said="The run has started"
      onDone={({ run_id }) => go(href(['runs', run_id]))}
      beside={<KeySelect value={key} onChange={setKey} verb="Start" scope="agents:run" />}
    >
      <Field label="Agent">
        <Select
          value={agent}
          onChange={setChosen}
          options={list.map(({ id, name }) => {
            const what = /^agent-that-(.*)/.exec(handleOf.get(id) ?? '')?.[1]?.replaceAll('-', ' ')
            return [id, what ? `${name} (${what})` : name] as const
          })}
        />
      </Field>
      <TextField label="Task" rows={2} value={task} onChange={setTask} />
      <Field label="What it does">
        <Select
          value={scripts.some(([text]) => text === script) ? script : 'own'}
          onChange={value => setScript(value === 'own' ? 'work 2s; finish Done.' : value)}
          options={[...scripts, ['own', 'A script of your own']]}
        />
      </Field>
      {script ? (
        <>
          <TextField
            label="Script"
            hint="Steps are separated by ; — any client can send them as input.mock_script."
            class="mono"
            rows={2}
            value={script}
            onChange={setScript}
          />
          <div class="row wrap" role="group" aria-label="Add a step">
            {steps.map(step => (
              <Button small key={step} onClick={() => setScript(`${script.replace(/;?\s*$/, '')}; ${step}`)}>
                {step}
              </Button>
            ))}
          </div>
        </>
      ) : null}
    </CallDialog>
  )
}
