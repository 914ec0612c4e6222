// What waits for a person: approvals, gates and questions; and the policy by which people decide on their own.
import { useEffect } from 'preact/hooks'
import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel, ReadPanel } from '../kit/page.tsx'
import { SchemaForm, useDraft } from '../kit/schema-form.tsx'
import { Ago, Avatar, durationText, Id, percentText, Status } from '../kit/values.tsx'
import { href, hrefHere, place } from '../routes.ts'
import { act } from '../state/acts.ts'
import { onKey } from '../state/key-bindings.ts'
import { useControl, useService } from '../state/reads.ts'
import { AnswerForm } from './parts/answer.tsx'
import { Audience } from './parts/audience.tsx'
import { DecideButtons } from './parts/decide.tsx'
import { decision } from './parts/decision.ts'
import { personOptions, useDeciders, usePeople } from './parts/names.ts'

export default function Waiting() {
  const read = useControl('listWaiting', {})
  const as = place.value.query.get('as')
  const chosen = place.value.query.get('approval')
  const first = read.data?.approvals[0]
  const count = (read.data?.approvals.length ?? 0) + (read.data?.questions.length ?? 0)
  useEffect(() => {
    if (!first) return
    const { call, said } = decision(first, { outcome: 'approved' })
    return onKey('a', () => act(call, said))
  }, [first])
  return (
    <Page
      name="Waiting"
      title={
        count === 0 ? 'Nothing waits' : count === 1 ? '1 waits for a person' : `${count} wait for a person`
      }
      note={
        as
          ? `Of everybody, also what the key ${as} cannot see. No key can decide an approval: here you are the person in the app.`
          : 'Approvals, gates and questions, oldest first. No key can decide an approval: here you are the person in the app.'
      }
    >
      <div class="columns">
        <div class="stack loose">
          <Loaded read={read}>
            {({ approvals, questions }) => (
              <>
                {approvals.length + questions.length === 0 ? (
                  <Panel>
                    <Empty
                      title="Nothing waits"
                      text="Start a run of an agent that asks or that waits for an approval, or let time pass."
                    >
                      <a class="button" href={href(['runs'], { start: 'yes' })}>
                        Start a run
                      </a>
                    </Empty>
                  </Panel>
                ) : null}
                {approvals.length > 0 ? (
                  <Panel title={`Approvals and gates (${approvals.length})`} flush>
                    <ul class="cards">
                      {approvals.map(approval => (
                        <ApprovalCard approval={approval} isOpen={approval.id === chosen} key={approval.id} />
                      ))}
                    </ul>
                  </Panel>
                ) : null}
                {questions.length > 0 ? (
                  <Panel title={`Questions (${questions.length})`} flush>
                    <ul class="cards">
                      {questions.map(({ run_id, agent_id, agent_name, question }) => (
                        <li key={question.id}>
                          <div class="row">
                            <Avatar name={agent_name} agent />
                            <a class="strong" href={href(['runs', run_id])}>
                              {agent_name}
                            </a>
                            <span class="muted grow">
                              asks, <Ago at={question.asked_at} />
                            </span>
                            <Id id={run_id} />
                          </div>
                          <AnswerForm runId={run_id} agentId={agent_id} question={question} />
                        </li>
                      ))}
                    </ul>
                  </Panel>
                ) : null}
                {chosen && !approvals.some(({ id }) => id === chosen) ? <Decided id={chosen} /> : null}
              </>
            )}
          </Loaded>
        </div>
        <Policy />
      </div>
    </Page>
  )
}

function ApprovalCard({ approval, isOpen }: { approval: Schemas['Approval']; isOpen: boolean }) {
  const { may, mayNot } = useDeciders(approval)
  return (
    <li id={approval.id} class={isOpen ? 'is-chosen' : ''}>
      <div class="row between wrap">
        <div class="stack tight grow">
          <span class="strong">{approval.title}</span>
          <span class="muted small">
            <Ago at={approval.requested_at} /> · <Subject approval={approval} />
          </span>
        </div>
        <DecideButtons approval={approval} />
      </div>
      {approval.description ? <p class="soft">{approval.description}</p> : null}
      <p class="muted small">
        May decide: {may.map(({ name }) => name).join(', ') || '…'}.{' '}
        <a href={hrefHere({ approval: isOpen ? null : approval.id })}>
          {isOpen ? 'Less' : 'Who may not, and who sees it'}
          <span class="only-read">: {approval.title}</span>
        </a>
      </p>
      {isOpen ? (
        <div class="stack">
          <p class="muted small">
            May not decide: {mayNot.map(({ name, role }) => `${name} (${role}, not an approver)`).join(', ')}.
          </p>
          <Audience id={approval.id} />
        </div>
      ) : null}
    </li>
  )
}

function Subject({ approval }: { approval: Schemas['Approval'] }) {
  const { run_id, task_id, workflow_id, workflow_run_id } = approval
  const paths = {
    'workflow run': workflow_run_id && workflow_id && ['workflows', workflow_id, 'runs', workflow_run_id],
    task: task_id && ['tasks', task_id],
    run: run_id && ['runs', run_id],
  }
  const [what, path] = Object.entries(paths).find(([, path]) => path) ?? []
  if (!path) return null
  return (
    <a href={href(path)}>
      {what} <span class="only-read">of {approval.title}</span>
    </a>
  )
}

/** An approval that is opened by its address and was decided already. */
function Decided({ id }: { id: string }) {
  const read = useService('getApproval', { path: { approval_id: id } })
  const { nameOf } = usePeople()
  return (
    <ReadPanel title="The approval" read={read}>
      {approval => (
        <div class="stack">
          <div class="row wrap">
            <span class="strong">{approval.title}</span> <Status value={approval.status} />
          </div>
          <p class="muted">
            {nameOf(approval.decided_by) ?? 'Nobody'} decided
            {approval.decided_at ? (
              <>
                {' '}
                <Ago at={approval.decided_at} />
              </>
            ) : null}
            {approval.comment ? `: ${approval.comment}` : '.'}
          </p>
        </div>
      )}
    </ReadPanel>
  )
}

/** What people do by themselves, so that a client can be tried without somebody at the console. */
function Policy() {
  const read = useControl('readPolicy', {})
  const { people } = usePeople()
  const draft = useDraft<Schemas['PolicyRule']>({ after: '10m' })
  const rules = read.data?.rules ?? []
  const set = (next: readonly Schemas['PolicyRule'][], said: string) =>
    act(control('setPolicy', { body: { rules: [...next] } }), said)
  return (
    <Panel title="What people do by themselves" flush>
      {rules.length === 0 ? (
        <p class="body muted">
          Nothing: whatever waits, waits until you decide. Add a rule, and it happens on the workspace’s
          clock.
        </p>
      ) : (
        <ol class="cards">
          {rules.map((rule, index) => (
            <li key={`${index}${JSON.stringify(rule)}`} class="row">
              <span class="grow">{inWords(rule)}</span>
              <Button
                icon="close"
                label="Take this rule away"
                onClick={() => set(rules.toSpliced(index, 1), 'The rule is gone')}
              />
            </li>
          ))}
        </ol>
      )}
      <Form
        class="body stack policy-form"
        onSubmit={() => set([...rules, draft.value], 'People do this by themselves from now on')}
      >
        <SchemaForm
          name="PolicyRule"
          {...draft}
          first={['on', 'after', 'by', 'reject', 'answer']}
          hide={['say', 'output', 'script']}
          options={{
            on: { label: 'About' },
            by: { label: 'Who', options: personOptions(people), placeholder: 'Whoever may' },
            reject: { label: 'Share rejected', placeholder: 'none' },
          }}
        />
        <div>
          <Button type="submit">Add the rule</Button>
        </div>
      </Form>
    </Panel>
  )
}

function inWords(rule: Schemas['PolicyRule']): string {
  const { on, by, after, reject, object, answer, when: text, agent = 'Any agent', say, output, script } = rule
  const about = text === undefined ? '' : `, where the text is about ${text}`
  if (script !== undefined)
    return `${agent}${about}: ${typeof script === 'string' ? script : 'another script'}`
  if (say !== undefined || output !== undefined)
    return `Completions${about}: “${say ?? JSON.stringify(output)}”`
  const what = on ? on.join(', ').replaceAll('_', ' ') : 'approvals'
  const delays = [after ?? []].flat().map(one => (typeof one === 'number' ? durationText(one) : one))
  const when = delays.length === 0 ? 'at once' : `after ${delays.join(' to ')}`
  const shares = [
    reject ? `rejects ${percentText(reject)}` : '',
    object ? `objects to ${percentText(object)}` : '',
  ].filter(Boolean)
  if (on?.includes('question'))
    return `Questions${about}: ${by ?? 'somebody'} answers ${when}${answer ? `, “${answer}”` : ''}`
  return `${what[0]?.toUpperCase()}${what.slice(1)}${about}: ${by ?? 'whoever may'} decides ${when}${shares.length ? `, ${shares.join(', ')}` : ', approves'}`
}
