// The dialog in which a workspace is made.
import { useState } from 'preact/hooks'
import { bodyOf, control, make } from '../calls/call.ts'
import type { ControlComponents } from '../calls/types.ts'
import { Button, Dialog, Field, Problem, Select } from '../kit/parts.tsx'
import { go, href } from '../routes.ts'
import { newWorkspace } from '../state/new-workspace.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'
import { AsCode } from './code-view.tsx'

type NewWorkspace = ControlComponents['schemas']['NewWorkspace']

export function NewWorkspaceDialog() {
  const first = newWorkspace.value
  return first ? <Form from={first.from} answers={first.answers} /> : null
}

function Form({ from: firstFrom, answers }: { from: string; answers: Readonly<Record<string, string>> }) {
  const [from, setFrom] = useState(firstFrom)
  const [name, setName] = useState('')
  const [seed, setSeed] = useState('')
  const [clock, setClock] = useState('')
  const [error, setError] = useState<Error>()
  const others = useControl('listWorkspaces', {}, [])
  const close = () => {
    newWorkspace.value = null
  }
  const body: NewWorkspace = {
    from,
    ...(name ? { name } : {}),
    ...(seed ? { seed } : {}),
    ...(Object.keys(answers).length > 0 ? { profile: { ...answers } } : {}),
    ...(clock === ''
      ? {}
      : { clock: clock === 'x60' ? { mode: 'scaled', factor: 60 } : { mode: clock as 'real' | 'frozen' } }),
  }
  const call = control('createWorkspace', { body })
  const create = async () => {
    setError(undefined)
    try {
      const { id } = await make(call).then(bodyOf<{ id: string }>)
      close()
      say(`${id} is ready, with keys of its own`, { call })
      go(href([id], { as: null }))
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <Dialog
      title="New workspace"
      onClose={close}
      onSubmit={() => void create()}
      footer={
        <Button type="submit" kind="primary">
          Create
        </Button>
      }
    >
      <Field label="What is in it">
        <Select
          value={from}
          onChange={setFrom}
          options={[
            ['demo', 'Demo: a company with ninety days of history'],
            ['quiet', 'Quiet: the same people and agents, before anything has happened'],
            ['empty', 'Empty: people, keys, models and a plan'],
            ...(others.data?.data ?? [])
              .filter(({ id }) => id !== 'demo')
              .map(({ id, name }) => [id, `As ${id} is now${name === id ? '' : ` (${name})`}`] as const),
          ]}
        />
      </Field>
      <div class="fields">
        <Field label="Name (optional)">
          <input
            class="input"
            maxLength={100}
            value={name}
            onInput={event => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label="Clock">
          <Select
            value={clock}
            onChange={setClock}
            options={[
              ['', 'As the mock’s'],
              ['real', 'Real'],
              ['x60', 'A minute each second'],
              ['frozen', 'Frozen'],
            ]}
          />
        </Field>
        <Field label="Seed (optional)" hint="The same seed, clock and requests give the same bytes.">
          <input class="input mono" value={seed} onInput={event => setSeed(event.currentTarget.value)} />
        </Field>
      </div>
      {Object.entries(answers).map(([gap, answer]) => (
        <p class="soft" key={gap}>
          It answers <code>{gap}</code> with <code>{answer}</code>.
        </p>
      ))}
      {error ? <Problem error={error} /> : null}
      <details>
        <summary class="muted small">As code</summary>
        <AsCode call={call} />
      </details>
    </Dialog>
  )
}
