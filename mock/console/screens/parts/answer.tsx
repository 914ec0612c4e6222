// Answers what a run asks: a text, fields, or decisions on proposed actions.

import { useState } from 'preact/hooks'
import type { Schema } from '../../../../openapi/contract.ts'
import { actor, service } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Form } from '../../kit/form.tsx'
import { SchemaFields, useDraft } from '../../kit/schema-form.tsx'
import { attempt } from '../../state/acts.ts'
import { KeySelect } from './key-select.tsx'

type Question = Schemas['Question']
type QuestionField = Schemas['QuestionField']

export function AnswerForm(props: { runId: string; agentId: string; question: Question }) {
  const { runId, agentId, question } = props
  const [answer, setAnswer] = useState('')
  const isDecision = question.kind === 'decisions'
  const draft = useDraft<Readonly<Record<string, unknown>>>(
    isDecision
      ? Object.fromEntries(question.fields.map(field => [field.name, wordsOf(field, isDecision)![0]]))
      : {},
  )
  const [key, setKey] = useState(actor())
  const body =
    question.kind === 'text'
      ? { answer }
      : question.kind === 'fields'
        ? { values: draft.value }
        : { decisions: question.fields.map(({ name }) => ({ name, decision: String(draft.value[name]) })) }
  const path = { agent_id: agentId, run_id: runId }
  const call = service('respondToRun', { path, body }, key)
  return (
    <Form
      class="answer stack"
      onSubmit={() => attempt(call, 'Answered; the run goes on')}
      footer={
        <div class="row wrap">
          <Button type="submit" kind="primary" icon="send">
            Answer
          </Button>
          <KeySelect value={key} onChange={setKey} verb="Answer" scope="agents:run" />
        </div>
      }
    >
      <p class="question">{question.prompt}</p>
      {question.kind === 'text' ? (
        <TextField label="Answer" rows={2} required value={answer} onChange={setAnswer} />
      ) : (
        <SchemaFields
          schema={schemaOf(question.fields)}
          {...draft}
          options={Object.fromEntries(
            question.fields.map(field => {
              const options = wordsOf(field, isDecision)?.map(word => [word, word] as const)
              const label = `${field.label}${field.required || isDecision ? '' : ' (optional)'}`
              return [field.name, { label, ...(options ? { options } : {}) }]
            }),
          )}
        />
      )}
    </Form>
  )
}

/** The words to choose from, where a field has any. */
function wordsOf({ options, type }: QuestionField, isDecision: boolean): readonly string[] | undefined {
  return options ?? (isDecision ? ['approve', 'reject'] : type === 'boolean' ? ['true', 'false'] : undefined)
}

/** The schema of the values that a question asks for. */
function schemaOf(fields: readonly QuestionField[]): Schema {
  return {
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ name, type }) => [
        name,
        type === 'boolean' || type === 'number'
          ? { type }
          : { type: 'string' as const, ...(type === 'date' && { format: 'date' }) },
      ]),
    ),
  }
}
