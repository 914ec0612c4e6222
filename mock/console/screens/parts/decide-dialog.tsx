import type { Schemas } from '../../calls/types.ts'
import { SchemaForm, useDraft } from '../../kit/schema-form.tsx'
import { CallDialog } from './call-dialog.tsx'
import { decision, outcomesFor, verbs } from './decision.ts'
import { personOptions, useDeciders } from './names.ts'

export function DecideDialog(props: { approval: Schemas['Approval']; first: Schemas['Outcome'] }) {
  const { approval, first } = props
  const draft = useDraft<Schemas['NewDecision']>({ outcome: first })
  const { may } = useDeciders(approval)
  return (
    <CallDialog
      title={approval.title}
      verb={verbs[draft.value.outcome]}
      {...decision(approval, draft.value)}
      beside={<span class="muted small">No key can do this; a person does it in the app.</span>}
    >
      {approval.description ? <p class="soft">{approval.description}</p> : null}
      <SchemaForm
        name="NewDecision"
        {...draft}
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
