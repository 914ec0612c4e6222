import { useState } from 'preact/hooks'
import type { Schemas } from '../../calls/types.ts'
import { SchemaForm } from '../../kit/schema-form.tsx'
import { CallDialog } from './call-dialog.tsx'
import { decision, outcomesFor, verbs } from './decision.ts'
import { personOptions, useDeciders } from './names.ts'

interface DecideDialogProps {
  approval: Schemas['Approval']
  first: Schemas['Outcome']
  onClose: () => void
}

export function DecideDialog({ approval, first, onClose }: DecideDialogProps) {
  const [body, setBody] = useState<Schemas['NewDecision']>({ outcome: first })
  const { may } = useDeciders(approval)
  return (
    <CallDialog
      title={approval.title}
      verb={verbs[body.outcome]}
      {...decision(approval, body)}
      onClose={onClose}
      beside={<span class="muted small">No key can do this; a person does it in the app.</span>}
    >
      {approval.description ? <p class="soft">{approval.description}</p> : null}
      <SchemaForm
        name="NewDecision"
        value={body}
        onChange={change => setBody({ ...body, ...change })}
        options={{
          outcome: {
            label: 'Decision',
            options: outcomesFor(approval).map(one => [one, verbs[one]] as const),
          },
          by: { label: 'Who decides', options: personOptions(may), placeholder: 'The first person who may' },
          comment: { rows: 2 },
        }}
      />
    </CallDialog>
  )
}
