// What a task says first, in the dialogs that make and change one.
import type { components } from '#openapi'
import { Field, Select } from '../../kit/parts.tsx'

type Priority = components['schemas']['Task']['priority']

/** Title and description of a task. */
export function TaskTexts(texts: {
  title: string
  setTitle: (title: string) => void
  description: string
  setDescription: (description: string) => void
}) {
  return (
    <>
      <Field label="Title">
        <input
          class="input"
          required
          value={texts.title}
          onInput={event => texts.setTitle(event.currentTarget.value)}
        />
      </Field>
      <Field label="Description">
        <textarea
          class="textarea"
          rows={4}
          value={texts.description}
          onInput={event => texts.setDescription(event.currentTarget.value)}
        />
      </Field>
    </>
  )
}

export function PriorityField({
  priority,
  setPriority,
}: {
  priority: Priority
  setPriority: (priority: Priority) => void
}) {
  return (
    <Field label="Priority">
      <Select value={priority} onChange={setPriority} options={['none', 'low', 'medium', 'high', 'urgent']} />
    </Field>
  )
}
