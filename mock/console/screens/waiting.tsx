// What waits for a person: approvals and gates to be decided, questions to be answered, and who does so by themselves.
import { useEffect, useState } from 'preact/hooks'
import type { ControlComponents } from '../calls/types.ts'
import { Button, Empty, Field, Loaded, Page, Panel, Select } from '../kit/parts.tsx'
import { Ago, Avatar, Id, Status } from '../kit/values.tsx'
import { href, hrefHere, place } from '../routes.ts'
import { actControl } from '../state/acts.ts'
import { onKey } from '../state/keys.ts'
import { useControl, useService } from '../state/reads.ts'
import { AnswerForm } from './parts/answer.tsx'
import { Audience } from './parts/audience.tsx'
import { DecideButtons } from './parts/decide.tsx'
import { decide, usePeople } from './parts/decision.ts'

type Approval = ControlComponents['schemas']['Approval']
type PolicyRule = ControlComponents['schemas']['PolicyRule']

export default function Waiting({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const read = useControl('listWaiting', { path: { workspace_id: ws } }, [
    'approvals',
    'runs',
    'control',
    '*',
  ])
  const chosen = place.value.query.get('approval')
  useEffect(() => {
    document.title = 'Waiting · Agent Work mock'
  }, [])
  const first = read.data?.approvals[0]
  useEffect(() => onKey('a', () => first && void decide(first, 'approved')), [first])
  return (
    <Page
      title="Waiting"
      note="Approvals, gates and questions, oldest first. No key can decide an approval: here you are the person in the app."
    >
      <div class="columns">
        <div class="stack loose">
          <Loaded read={read}>
            {({ approvals, questions }) => (
              <>
                {approvals.length + questions.length === 0 ? (
                  <Panel>
                    <Empty title="Nothing waits">
                      <p>
                        Start a run of an agent that asks or that waits for an approval, or let time pass.
                      </p>
                      <a class="button" href={href([ws, 'runs'], { start: 'yes' })}>
                        Start a run
                      </a>
                    </Empty>
                  </Panel>
                ) : null}
                {approvals.length > 0 ? (
                  <Panel title={`Approvals and gates (${approvals.length})`} flush>
                    <ul class="cards">
                      {approvals.map(approval => (
                        <ApprovalCard
                          approval={approval}
                          ws={ws}
                          isOpen={approval.id === chosen}
                          key={approval.id}
                        />
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
                            <a class="strong" href={href([ws, 'runs', run_id])}>
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
                {chosen && !approvals.some(({ id }) => id === chosen) ? (
                  <Decided id={chosen} ws={ws} />
                ) : null}
              </>
            )}
          </Loaded>
        </div>
        <Policy ws={ws} />
      </div>
    </Page>
  )
}

function ApprovalCard({ approval, ws, isOpen }: { approval: Approval; ws: string; isOpen: boolean }) {
  const people = usePeople(approval)
  return (
    <li id={approval.id} class={isOpen ? 'is-chosen' : ''}>
      <div class="row between wrap">
        <div class="stack tight grow">
          <span class="strong">{approval.title}</span>
          <span class="muted small">
            <Ago at={approval.requested_at} /> · {approval.kind.replace('_', ' ')} ·{' '}
            <Subject approval={approval} ws={ws} />
          </span>
        </div>
        <DecideButtons approval={approval} />
      </div>
      {approval.description ? <p class="soft">{approval.description}</p> : null}
      <p class="muted small">
        May decide: {people.may.map(({ name }) => name).join(', ') || '…'}.{' '}
        <a href={hrefHere({ approval: isOpen ? null : approval.id })}>
          {isOpen ? 'Less' : 'Who may not, and who sees it'}
        </a>
      </p>
      {isOpen ? (
        <div class="stack">
          <p class="muted small">
            May not decide:{' '}
            {people.mayNot.map(({ name, role }) => `${name} (${role}, not an approver)`).join(', ')}.
          </p>
          <Audience ws={ws} id={approval.id} />
        </div>
      ) : null}
    </li>
  )
}

function Subject({ approval, ws }: { approval: Approval; ws: string }) {
  const { run_id, task_id, workflow_id, workflow_run_id } = approval
  if (workflow_run_id && workflow_id)
    return <a href={href([ws, 'workflows', workflow_id, 'runs', workflow_run_id])}>workflow run</a>
  if (task_id) return <a href={href([ws, 'tasks', task_id])}>task</a>
  if (run_id) return <a href={href([ws, 'runs', run_id])}>run</a>
  return null
}

/** An approval that was opened by its id and waits no longer. */
function Decided({ id, ws }: { id: string; ws: string }) {
  const read = useService('getApproval', { path: { approval_id: id } }, ['approvals', '*'])
  const people = useControl('listPeople', { path: { workspace_id: ws } }, [])
  return (
    <Panel title="The approval">
      <Loaded read={read}>
        {approval => (
          <div class="stack">
            <div class="row wrap">
              <span class="strong">{approval.title}</span> <Status value={approval.status} />
            </div>
            <p class="muted">
              {people.data?.data.find(one => one.id === approval.decided_by)?.name ?? 'Nobody'} decided
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
      </Loaded>
    </Panel>
  )
}

/** What people do by themselves, so that a client can be tried without somebody at the console. */
function Policy({ ws }: { ws: string }) {
  const path = { workspace_id: ws }
  const read = useControl('readPolicy', { path }, ['policies', 'control'])
  const [kind, setKind] = useState<'approvals' | 'question'>('approvals')
  const [by, setBy] = useState('')
  const [after, setAfter] = useState('10m')
  const [reject, setReject] = useState('0')
  const [answer, setAnswer] = useState('Yes, please go on.')
  const rules = read.data?.rules ?? []
  const set = (next: readonly PolicyRule[], said: string) =>
    actControl('setPolicy', { path, body: { rules: [...next] } }, { said })
  const add = () => {
    const rule: PolicyRule =
      kind === 'question'
        ? { on: ['question'], after, answer }
        : { after, ...(by ? { by } : {}), ...(Number(reject) > 0 ? { reject: Number(reject) } : {}) }
    void set([...rules, rule], 'People do this by themselves from now on')
  }
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
                small
                kind="quiet"
                icon="close"
                label="Take this rule away"
                onClick={() =>
                  void set(
                    rules.filter((_, at) => at !== index),
                    'The rule is gone',
                  )
                }
              />
            </li>
          ))}
        </ol>
      )}
      <form
        class="body stack policy-form"
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        <div class="fields">
          <Field label="About">
            <Select
              value={kind}
              onChange={setKind}
              options={[
                ['approvals', 'Approvals and gates'],
                ['question', 'Questions'],
              ]}
            />
          </Field>
          <Field label="After">
            <input
              class="input"
              value={after}
              onInput={event => setAfter(event.currentTarget.value)}
              placeholder="2h"
            />
          </Field>
          {kind === 'approvals' ? (
            <>
              <Field label="Who">
                <Select value={by} onChange={setBy} options={[['', 'Whoever may'], 'manager', 'admin']} />
              </Field>
              <Field label="Rejects">
                <Select
                  value={reject}
                  onChange={setReject}
                  options={[
                    ['0', 'never'],
                    ['0.1', '1 in 10'],
                    ['0.2', '1 in 5'],
                    ['0.5', 'every other'],
                    ['1', 'always'],
                  ]}
                />
              </Field>
            </>
          ) : (
            <Field label="Answer">
              <input class="input" value={answer} onInput={event => setAnswer(event.currentTarget.value)} />
            </Field>
          )}
        </div>
        <div>
          <Button type="submit">Add the rule</Button>
        </div>
      </form>
    </Panel>
  )
}

function inWords({ on, by, after, reject, object, answer }: PolicyRule): string {
  const what = on ? on.join(', ').replaceAll('_', ' ') : 'approvals'
  const when =
    after === undefined
      ? 'at once'
      : Array.isArray(after)
        ? `after ${after[0]} to ${after[1]}`
        : `after ${after}`
  const shares = [
    reject ? `rejects ${Math.round(reject * 100)} %` : '',
    object ? `objects to ${Math.round(object * 100)} %` : '',
  ].filter(Boolean)
  if (on?.includes('question'))
    return `Questions: ${by ?? 'somebody'} answers ${when}${answer ? `, “${answer}”` : ''}`
  return `${what[0]?.toUpperCase()}${what.slice(1)}: ${by ?? 'whoever may'} decides ${when}${shares.length ? `, ${shares.join(', ')}` : ', approves'}`
}
