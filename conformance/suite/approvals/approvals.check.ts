/** Approvals as a key may see them. */
import { type Scenario, scenario } from '../../check.ts'
import { mentions } from '../../reading/find.ts'
import { listIn } from '../../reading/list.ts'
import { idOf, recordIn } from '../../reading/record.ts'
import { pending } from '../runs/approval.check.ts'
import { awaitRun, runner, startRun, waitsForPerson } from '../runs/own-run.ts'

const list = scenario({
  id: 'approvals/list',
  title: 'Pending approvals are listed and read one by one; decided ones are not listed',
  requirements: ['APPR-01', 'APPR-02', 'APPR-04', 'APPR-06', 'APPR-07'],
  needs: { capability: 'approvals', scopes: ['approvals:read'] },
  cost: { requests: 12, runs: 1, seconds: 10 },
  async run(t) {
    const reply = await t.call('listPendingApprovals')
    if (!t.served('APPR-01', reply)) return
    const rows = listIn(reply.json, ['approvals', 'pending'])
    if (
      !t.expect(
        'APPR-01',
        rows !== undefined,
        rows ? 'the reply holds a list' : 'there is no list in the reply',
        reply,
      )
    )
      return
    const gates = await t.call('listPendingWorkflowApprovals')
    if (t.served('APPR-06', gates)) {
      const open = listIn(gates.json, ['approvals', 'pending'])
      t.expect(
        'APPR-06',
        open !== undefined,
        open ? `${open.length} workflow approvals wait` : 'there is no list in the reply',
        gates,
      )
    }
    const decided = t.target.fixtures.get('decided-approval')?.id
    if (!decided) t.notExercised('APPR-02', 'an approval that has been decided: fixtures.decided-approval')
    else
      t.expect(
        'APPR-02',
        !mentions(rows, decided),
        `the decided approval ${decided} is ${mentions(rows, decided) ? '' : 'not '}listed`,
        reply,
      )

    const gate = t.target.fixtures.get('workflow-with-gate')
    const outsider = t.keys.home().find(key => key.scopes.has('approvals:read') && key.name === gate?.key)
    if (gate?.id)
      t.expect(
        'APPR-06',
        mentions(gates.json, gate.id),
        `the gate ${gate.id} is ${mentions(gates.json, gate.id) ? '' : 'not '}listed`,
        gates,
      )
    if (!gate?.id || !outsider)
      t.notExercised('APPR-07', 'fixture workflow-with-gate, with the key of a person who may not decide it')
    else {
      const theirs = await t.need('listPendingWorkflowApprovals', { key: outsider })
      t.expect(
        'APPR-07',
        !mentions(theirs.json, gate.id),
        `key ${outsider.name}, who may not decide it, ${mentions(theirs.json, gate.id) ? 'lists' : 'does not list'} the gate`,
        theirs,
      )
    }
    const named = t.target.fixtures.get('pending-approval')?.id
    if (named)
      t.expect(
        'APPR-01',
        mentions(rows, named),
        `the approval ${named} is ${mentions(rows, named) ? '' : 'not '}listed`,
        reply,
      )
    const [known] = await pending(t)
    if (!known)
      return t.notExercised(
        'APPR-04',
        'a pending approval: fixtures.pending-approval or agent-waits-approval',
      )
    const one = await t.call('getApproval', { path: { approval_id: known.id } })
    if (!t.served('APPR-04', one)) return
    const id = idOf(recordIn(one.json, ['approval']), 'approval')
    t.expect('APPR-04', id === known.id, `read by ${known.id}, the approval has the id ${id}`, one)
  },
})

const appears = scenario({
  id: 'approvals/appears',
  title: 'The approval that a run waits for is listed',
  requirements: ['APPR-01', 'APPR-04'],
  needs: {
    capability: 'approvals',
    scopes: ['approvals:read', 'agents:run', 'runs:read'],
    fixtures: ['agent-waits-approval'],
  },
  cost: { requests: 12, runs: 1, seconds: 10 },
  writes: true,
  async run(t) {
    const before = new Set((await pending(t)).map(({ id }) => id))
    const run = await startRun(t, await runner(t, 'agent-waits-approval'))
    const waiting = waitsForPerson()
    const view = await awaitRun(
      t,
      run,
      'a run to wait for an approval',
      one => waiting(one) || one.phase === 'ended',
    )
    if (!view || view.phase === 'ended')
      return t.notExercised('APPR-01', `a run that waits: it is ${view?.status}`)
    const fresh = await t.until('the approval to be listed', 10, async () =>
      (await pending(t)).find(one => !before.has(one.id)),
    )
    if (!fresh) return t.notExercised('APPR-01', 'a key entitled to see the approval that the run waits for')
    t.met('APPR-01', `the approval ${fresh.id} is listed`)
    const one = await t.call('getApproval', { path: { approval_id: fresh.id } })
    t.served('APPR-04', one)
  },
})

export const approvalScenarios: readonly Scenario[] = [list, appears]
