// The dialog that creates a workspace.
import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { SchemaForm, useDraft } from '../kit/schema-form.tsx'
import { inWords } from '../kit/values.tsx'
import { go, rootHref } from '../routes.ts'
import { CallDialog } from '../screens/parts/call-dialog.tsx'
import { showDialog } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'

/** What a workspace can be made of, other than an existing one. */
const contents = {
  demo: 'A company with ninety days of history',
  quiet: 'The demo’s people, agents and workflows, before anything has happened',
  empty: 'People, keys, models and a plan, and nothing else',
}

type Answers = Readonly<Record<string, string>>

export function openNewWorkspace(from = 'demo', answers: Answers = {}): void {
  showDialog(() => <NewWorkspaceDialog from={from} answers={answers} />)
}

function NewWorkspaceDialog({ from, answers }: { from: string; answers: Answers }) {
  const draft = useDraft<Schemas['NewWorkspace']>({
    from,
    ...(Object.keys(answers).length > 0 ? { profile: { ...answers } } : {}),
  })
  const others = useControl('listWorkspaces', {}).data?.data ?? []
  return (
    <CallDialog
      title="New workspace"
      verb="Create"
      call={control('createWorkspace', { body: draft.value })}
      said={({ id }) => `${id} is ready, with keys of its own`}
      onDone={({ id }) => go(rootHref([id], { as: null }))}
    >
      <SchemaForm
        name="NewWorkspace"
        {...draft}
        first={['from', 'name', 'seed', 'clock']}
        hide={['profile', 'keys']}
        options={{
          from: {
            label: 'What is in it',
            isWide: true,
            hint: '',
            options: [
              ...Object.entries(contents).map(([id, text]) => [id, `${inWords(id)}: ${text}`] as const),
              ...others
                .filter(({ id }) => id !== 'demo')
                .map(({ id, name }) => [id, `As ${id} is now${name === id ? '' : ` (${name})`}`] as const),
            ],
          },
        }}
      />
      {Object.entries(answers).map(([gap, answer]) => (
        <p class="soft" key={gap}>
          It answers <code>{gap}</code> with <code>{answer}</code>.
        </p>
      ))}
    </CallDialog>
  )
}
