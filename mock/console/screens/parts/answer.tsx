// Answers what a run asks: a text, fields, or decisions on proposed actions.
import { useState } from 'preact/hooks'
import type { components } from '#openapi'
import { service } from '../../calls/call.ts'
import { Button, Field, Problem, Select } from '../../kit/parts.tsx'
import { actor, attempt } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { KeySelect } from './key-select.tsx'

type Question = components['schemas']['Question']
type QuestionField = components['schemas']['QuestionField']

export function AnswerForm({
  runId,
  agentId,
  question,
}: {
  runId: string
  agentId: string
  question: Question
}) {
  const [answer, setAnswer] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const [key, setKey] = useState(actor())
  const [error, setError] = useState<Error>()
  const body =
    question.kind === 'text'
      ? { answer }
      : question.kind === 'fields'
        ? {
            values: Object.fromEntries(
              question.fields
                .map(field => [field.name, typedValue(field, values[field.name])])
                .filter(([, value]) => value !== undefined),
            ),
          }
        : {
            decisions: question.fields.map(field => ({
              name: field.name,
              decision: values[field.name] ?? field.options?.[0] ?? 'approve',
            })),
          }
  const send = async () => {
    setError(undefined)
    const call = service(
      'respondToRun',
      { path: { agent_id: agentId, run_id: runId }, body },
      `${workspaceId.value}/${key}`,
    )
    await attempt(call, { said: 'Answered; the run goes on' }).catch(setError)
  }
  return (
    <form
      class="answer"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <p class="question">{question.prompt}</p>
      {question.kind === 'text' ? (
        <Field label="Answer">
          <textarea
            class="textarea"
            rows={2}
            required
            value={answer}
            onInput={event => setAnswer(event.currentTarget.value)}
          />
        </Field>
      ) : (
        <div class="fields">
          {question.fields.map(field => (
            <Field key={field.name} label={`${field.label}${field.required ? '' : ' (optional)'}`}>
              <Control
                field={field}
                isDecision={question.kind === 'decisions'}
                value={values[field.name] ?? ''}
                onChange={value => setValues({ ...values, [field.name]: value })}
              />
            </Field>
          ))}
        </div>
      )}
      {error ? <Problem error={error} /> : null}
      <div class="row wrap">
        <Button type="submit" kind="primary" icon="send">
          Answer
        </Button>
        <span class="muted">as</span>
        <span class="key-select">
          <KeySelect value={key} onChange={setKey} label="Answer as" scope="agents:run" />
        </span>
      </div>
    </form>
  )
}

function Control({
  field,
  value,
  onChange,
  isDecision,
}: {
  field: QuestionField
  value: string
  onChange: (value: string) => void
  isDecision: boolean
}) {
  const options =
    field.options ??
    (isDecision ? ['approve', 'reject'] : field.type === 'boolean' ? ['true', 'false'] : undefined)
  if (options) {
    const first = isDecision ? [] : ([['', '–']] as const)
    return (
      <Select
        value={value || (isDecision ? options[0]! : '')}
        onChange={onChange}
        options={[...first, ...options.map(one => [one, one] as const)]}
      />
    )
  }
  const common = {
    class: 'input',
    required: field.required,
    value,
    onInput: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  }
  if (field.type === 'number') return <input type="number" step="any" {...common} />
  return field.type === 'date' ? <input type="date" {...common} /> : <input type="text" {...common} />
}

function typedValue({ type }: QuestionField, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  if (type === 'number') return Number(text)
  return type === 'boolean' ? text === 'true' : text
}
