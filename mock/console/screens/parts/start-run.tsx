// The dialog that starts a run: with an agent's own script, or with steps that are put together here.
import { useEffect, useState } from 'preact/hooks'
import { service } from '../../calls/call.ts'
import { Button, Dialog, Field, Problem, Select } from '../../kit/parts.tsx'
import { go, href } from '../../routes.ts'
import { AsCode } from '../../shell/code-view.tsx'
import { actor, attempt } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { useControl, useService } from '../../state/reads.ts'
import { KeySelect } from './key-select.tsx'

const ready: Readonly<Record<string, string>> = {
  'agent-that-finishes': 'finishes',
  'agent-that-is-slow': 'is slow',
  'agent-that-fails': 'fails',
  'agent-that-asks-text': 'asks for a text',
  'agent-that-asks-fields': 'asks for fields',
  'agent-that-asks-decisions': 'asks for decisions',
  'agent-that-waits-for-approval': 'waits for an approval',
  'agent-that-uses-tools': 'uses tools',
}

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

export function StartRun({ agentId, onClose }: { agentId?: string | undefined; onClose: () => void }) {
  const workspace = workspaceId.value!
  const roles = useControl('readWorkspace', { path: { workspace_id: workspace } }, [])
  const agents = useService('listAgents', { query: { limit: 100 } }, ['agents'])
  const handles = Object.entries(roles.data?.roles.agents ?? {})
  const handleOf = new Map(handles.map(([handle, id]) => [id, handle]))
  const [agent, setAgent] = useState(agentId ?? '')
  const [task, setTask] = useState('Check invoice 17 against its purchase order.')
  const [script, setScript] = useState('')
  const [key, setKey] = useState(actor())
  const [error, setError] = useState<Error>()
  useEffect(() => {
    if (agent === '')
      setAgent(roles.data?.roles.agents['agent-that-asks-text'] ?? agents.data?.data[0]?.id ?? '')
  }, [roles.data, agents.data])
  const body = { triggered_by: 'console', input: { task, ...(script ? { mock_script: script } : {}) } }
  const call = service('startRun', { path: { agent_id: agent }, body }, `${workspace}/${key}`)
  const start = async () => {
    setError(undefined)
    try {
      const { run_id } = await attempt<{ run_id: string }>(call, { said: 'The run has started' })
      onClose()
      go(href([workspace, 'runs', run_id]))
    } catch (error) {
      setError(error as Error)
    }
  }
  const list = [...(agents.data?.data ?? [])].sort(
    (a, b) => Number(handleOf.has(b.id)) - Number(handleOf.has(a.id)),
  )
  return (
    <Dialog
      title="Start a run"
      onClose={onClose}
      onSubmit={() => void start()}
      footer={
        <>
          <Button type="submit" kind="primary" disabled={agent === ''}>
            Start
          </Button>
          <span class="muted">as</span>
          <span class="key-select">
            <KeySelect value={key} onChange={setKey} label="Start as" scope="agents:run" />
          </span>
        </>
      }
    >
      <Field label="Agent">
        <Select
          value={agent}
          onChange={setAgent}
          options={list.map(({ id, name }) => {
            const what = ready[handleOf.get(id) ?? '']
            return [id, what ? `${name} (${what})` : name] as const
          })}
        />
      </Field>
      <Field label="Task">
        <textarea
          class="textarea"
          rows={2}
          value={task}
          onInput={event => setTask(event.currentTarget.value)}
        />
      </Field>
      <Field label="What it does">
        <Select
          value={scripts.some(([text]) => text === script) ? script : 'own'}
          onChange={value => setScript(value === 'own' ? 'work 2s; finish Done.' : value)}
          options={[...scripts, ['own', 'A script of your own']]}
        />
      </Field>
      {script ? (
        <Field
          label="Script"
          hint="Steps are separated by ; — any client can send them as input.mock_script."
        >
          <textarea
            class="textarea mono"
            rows={2}
            value={script}
            onInput={event => setScript(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      {script ? (
        <div class="row wrap" role="group" aria-label="Add a step">
          {steps.map(step => (
            <Button small key={step} onClick={() => setScript(`${script.replace(/;?\s*$/, '')}; ${step}`)}>
              {step}
            </Button>
          ))}
        </div>
      ) : null}
      {error ? <Problem error={error} /> : null}
      <details>
        <summary class="muted small">As code</summary>
        <AsCode call={call} />
      </details>
    </Dialog>
  )
}
