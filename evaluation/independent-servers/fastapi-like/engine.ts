// Moves runs and workflow runs through their lives.
import { HTTPException } from './app.ts'
import type { Approval, Database, GateStep, Person, Run, Workflow, WorkflowRun } from './db.ts'

const QUEUE_MS = 400
const RECHECK_MS = 1_500

const ENDED = ['finished', 'error', 'cancelled', 'terminated']
const isOver = (run: Run): boolean => ENDED.includes(run.status)

function setStatus(db: Database, run: Run, status: Run['status']): void {
  run.status = status
  db.emit(run.chat, { type: 'run.status', run_id: run.id, status })
}

function say(db: Database, run: Run, role: string, content: string): void {
  run.messages++
  db.emit(run.chat, { type: 'message', run_id: run.id, role, content })
}

export function begin(db: Database, run: Run): void {
  db.emit(run.chat, { type: 'message', run_id: run.id, role: 'user', content: run.input?.task ?? '' })
  setStatus(db, run, 'queued')
  run.timer = db.later(QUEUE_MS / db.timeScale, () => {
    run.started_at = Date.now()
    db.book(run, run.started_at, 700 + (run.input?.task ?? '').length, 0)
    setStatus(db, run, 'running')
    advance(db, run)
  })
}

function sleep(db: Database, run: Run, ms: number, then: () => void): void {
  run.left = ms
  run.wokeAt = performance.now()
  run.timer = db.later(ms, () => {
    run.timer = null
    then()
  })
}

/** Takes up the step at the head of the plan. */
function advance(db: Database, run: Run): void {
  const step = run.plan[0]
  if (!step) {
    say(db, run, 'assistant', summaryOf(run))
    run.summary = summaryOf(run)
    settle(db, run, 'finished')
    return
  }
  if (step.kind === 'work') {
    sleep(db, run, run.left > 0 ? run.left : (step.seconds * 1000) / db.timeScale, () => {
      run.left = 0
      run.plan.shift()
      advance(db, run)
    })
    return
  }
  if (step.kind === 'fail') {
    run.error = step.reason
    settle(db, run, 'error')
    return
  }
  if (step.kind === 'ask') {
    run.hold = 'question'
    db.emit(run.chat, { type: 'tool.call', tool: 'ask_user', prompt: step.prompt, fields: step.fields })
  } else {
    run.hold = 'approval'
    if (!approvalOf(db, run)) {
      db.ask('agent_action', step.title, run.person, [run.agent.owner.id], { run })
    }
  }
  setStatus(db, run, 'paused')
}

function summaryOf(run: Run): string {
  const told = run.answers.length > 0 ? ` You told me: ${run.answers.join('; ')}.` : ''
  return `${run.agent.name} has finished: ${run.input?.task ?? 'no instruction was given'}.${told}`
}

function settle(db: Database, run: Run, status: Run['status']): void {
  db.forget(run.timer)
  run.timer = null
  run.hold = null
  run.left = 0
  run.ended_at = Date.now()
  const seconds = run.started_at === null ? 0 : ((run.ended_at - run.started_at) * db.timeScale) / 1000
  db.book(run, run.ended_at, 0, 150 + Math.min(2_000, Math.floor(seconds * 10)))
  const approval = approvalOf(db, run)
  if (approval) approval.status = 'withdrawn'
  setStatus(db, run, status)
  if (run.workflow_run_id === null) db.closeChat(run.chat)
}

function approvalOf(db: Database, run: Run): Approval | undefined {
  return [...db.approvals.values()].find(a => a.run === run && a.status === 'pending')
}

const refuse = (run: Run, wish: string): never => {
  throw new HTTPException(400, `Cannot ${wish} run ${run.id}: it is ${run.status}`)
}

export function pause(db: Database, run: Run): void {
  if (run.status !== 'running') refuse(run, 'pause')
  db.forget(run.timer)
  run.timer = null
  run.left = Math.max(1, run.left - (performance.now() - run.wokeAt))
  run.hold = 'manual'
  setStatus(db, run, 'paused')
}

export function resume(db: Database, run: Run): void {
  if (run.status !== 'paused') refuse(run, 'resume')
  run.hold = null
  setStatus(db, run, 'running')
  if (run.plan[0]?.kind === 'work' || run.plan.length === 0) {
    advance(db, run)
    return
  }
  // The question or the approval is still open: the agent notices after a moment and waits again.
  sleep(db, run, RECHECK_MS / db.timeScale, () => {
    run.left = 0
    advance(db, run)
  })
}

export function cancel(db: Database, run: Run): void {
  if (run.status !== 'running') refuse(run, 'cancel')
  say(db, run, 'system', `Run ${run.id} was cancelled.`)
  settle(db, run, 'cancelled')
}

export function stop(db: Database, run: Run): void {
  if (run.status !== 'running' && run.status !== 'paused') refuse(run, 'stop')
  settle(db, run, 'terminated')
}

export function retry(db: Database, run: Run): Run {
  if (run.status !== 'error' && run.status !== 'cancelled') refuse(run, 'retry')
  const again = db.newRun(run.agent, run.person, {
    input: run.input,
    triggered_by: 'retry',
    attachment_ids: run.attachment_ids,
    task_id: run.task_id,
    retried_from: run.id,
  })
  begin(db, again)
  return again
}

interface Answer {
  answer?: string | null
  values?: Record<string, unknown> | null
}

export function respond(db: Database, run: Run, given: Answer): void {
  const step = run.plan[0]
  if (run.hold === 'approval') throw new HTTPException(403, 'Approvals are decided by a person in the app')
  if (run.status !== 'paused' || run.hold !== 'question' || step?.kind !== 'ask') {
    throw new HTTPException(400, `Run ${run.id} is not waiting for an answer`)
  }
  if (step.fields === null) {
    if (typeof given.answer !== 'string') throw new HTTPException(400, 'This question needs `answer`')
    run.answers.push(given.answer)
  } else {
    const values = given.values
    if (!values) throw new HTTPException(400, 'This question needs `values`')
    const missing = step.fields.filter(name => !Object.hasOwn(values, name))
    if (missing.length > 0) throw new HTTPException(400, `Missing values: ${missing.join(', ')}`)
    run.answers.push(step.fields.map(name => `${name} = ${String(values[name])}`).join(', '))
  }
  db.emit(run.chat, { type: 'tool.return', tool: 'ask_user', value: given.answer ?? given.values })
  run.plan.shift()
  run.hold = null
  setStatus(db, run, 'running')
  advance(db, run)
}

/** Resolves when the run is over, or when it waits for a person. */
export function settled(run: Run): Promise<void> {
  const quiet = () => isOver(run) || run.status === 'paused'
  return new Promise(resolve => {
    const look = () => {
      if (!quiet()) return
      run.chat.watchers.delete(look)
      resolve()
    }
    run.chat.watchers.add(look)
    look()
  })
}

export function startWorkflow(
  db: Database,
  workflow: Workflow,
  person: Person,
  group_id: string | null,
  test: boolean,
): WorkflowRun {
  const record = db.newWorkflowRun(workflow, person, { group_id, test })
  runStep(db, record, 0)
  return record
}

function runStep(db: Database, record: WorkflowRun, index: number): void {
  const step = record.workflow.steps[index]
  const entry = record.steps[index]
  if (!step || !entry) {
    finishWorkflow(db, record, 'finished')
    return
  }
  entry.started_at = Date.now()
  if (step.kind === 'gate') {
    entry.status = 'waiting_approval'
    openGate(db, record, step)
    return
  }
  const input = { task: `${record.workflow.name}: ${step.name}` }
  const more = { input, triggered_by: 'workflow', workflow_run_id: record.id }
  const run = db.newRun(step.agent, record.person, more, record.chat)
  entry.run = run
  entry.status = 'running'
  const look = () => {
    if (!isOver(run)) return
    record.chat.watchers.delete(look)
    entry.status = run.status
    entry.ended_at = run.ended_at
    if (run.status === 'finished') runStep(db, record, index + 1)
    else finishWorkflow(db, record, 'error')
  }
  record.chat.watchers.add(look)
  begin(db, run)
}

function openGate(db: Database, record: WorkflowRun, step: GateStep): void {
  record.status = 'waiting_approval'
  const title = `${record.workflow.name}: ${step.name}`
  db.ask('workflow_gate', title, record.person, step.approver_ids, { workflow_run: record })
  db.emit(record.chat, { type: 'workflow.status', workflow_run_id: record.id, status: record.status })
}

function finishWorkflow(db: Database, record: WorkflowRun, status: 'finished' | 'error'): void {
  record.status = status
  record.ended_at = Date.now()
  db.emit(record.chat, { type: 'workflow.status', workflow_run_id: record.id, status })
  db.closeChat(record.chat)
}
