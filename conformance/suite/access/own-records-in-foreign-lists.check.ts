/** Records of this tenant appear in no list of another tenant (section 5). */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { replyIds, replyList, replyRows } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { workflows } from '../discover.ts'
import { finisher } from '../runs/finished-run.ts'
import { startRun } from '../runs/own-run.ts'
import { sharedTask } from '../tasks/own-task.ts'
import { allTasks } from '../tasks/task-pages.ts'
import { histories, workflowRunId } from '../workflows/existing-workflow-runs.ts'
import { isSame } from './foreign-lists.check.ts'
import { isRandom } from './foreign-replies.ts'

const tasks = scenario({
  id: 'tenants/tasks',
  title: 'A task of this tenant is not in the list of another one, nor behind its number there',
  requirements: ['VIS-03'],
  needs: { capability: 'tasks', scopes: ['tasks:read', 'tasks:write'] },
  cost: { requests: 6 },
  writes: true,
  async run(t) {
    const key = t.keys.elsewhere('tasks:read')
    const task = await sharedTask(t)
    const { rows, exchanges } = await allTasks(t, {}, key)
    const shown = rows.some(row => row.title === task.title)
    const sentence = `key ${key.name} of another tenant ${shown ? 'lists' : 'does not list'} our task among ${rows.length}`
    t.expect('tenant-closed', 'VIS-03', !shown, sentence, task.exchange, ...exchanges.slice(0, 1))
    for (const value of Object.values(task.record)) {
      if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9]{0,11}-\d{1,9}$/.test(value)) continue
      const reply = await t.call('getTaskByNumber', { key, path: { ref: value } })
      const ours = reply.status < 300 && mentions(reply.json, task.title)
      const sentence = `key ${key.name} of another tenant resolves ${value}: ${reply.status}`
      t.expect('tenant-closed', 'VIS-03', !ours, sentence, task.exchange, reply)
    }
  },
})

const runs = scenario({
  id: 'tenants/runs',
  title: 'A run of this tenant is not in the list of another one',
  requirements: ['VIS-02'],
  needs: { capability: 'runs', scopes: ['runs:read', 'agents:run'] },
  cost: { requests: 4, runs: 1 },
  writes: true,
  async run(t) {
    const key = t.keys.elsewhere('runs:read')
    const run = await startRun(t, await finisher(t))
    const reply = await t.need('listRuns', { key })
    const chat = run.chatId !== undefined && isRandom(run.chatId) ? run.chatId : undefined
    const shown = chat !== undefined && mentions(replyList(reply), chat)
    const direct = await t.call('getRun', { key, path: { run_id: run.id } })
    const ours = direct.status < 300 && chat !== undefined && mentions(direct.json, chat)
    if (chat === undefined)
      return t.notExercised('VIS-02', 'the chat_id of a run, which distinguishes it from others')
    t.expect(
      'tenant-closed',
      'VIS-02',
      !shown && !ours,
      `key ${key.name} of another tenant ${shown || ours ? 'sees' : 'does not see'} our run`,
      reply,
      direct,
    )
  },
})

const flows = scenario({
  id: 'tenants/workflows',
  title: 'The workflows of this tenant are not in the list of another one',
  requirements: ['VIS-06'],
  needs: { capability: 'workflows', scopes: ['workflows:read'] },
  cost: { requests: 26 },
  async run(t) {
    const key = t.keys.elsewhere('workflows:read')
    const ours = await workflows(t)
    if (ours.length === 0) return t.notExercised('VIS-06', lacks.fixture('workflow', 'a workflow'))
    const known = (await histories(t)).find(one => one.runs.length > 0)
    if (!known) return
    const runs = known.runs.flatMap(row => workflowRunId(row) ?? [])
    const theirs = await t.call('listWorkflowRuns', { key, path: { workflow_id: known.workflow } })
    const seen = theirs.status < 300 ? sharedId(runs, theirs.json) : undefined
    const sentence = `key ${key.name} of another tenant ${seen ? `lists our workflow run ${seen}` : 'lists no run of our workflow'}`
    t.expect('tenant-closed', 'VIS-06', seen === undefined, sentence, known.exchange, theirs)
    const home = t.keys.with('workflows:read')
    await seesNoRuns(t, home, key)
    await seesNoRuns(t, key, home)
  },
})

/** The runs of a workflow that the other tenant's key cannot read are not listed to that key either. */
async function seesNoRuns(t: Trial, owner: Key, stranger: Key) {
  const own = await t.need('listWorkflows', { key: owner })
  const ids = replyIds(own)
  for (const workflow_id of ids.slice(0, 4)) {
    const path = { workflow_id }
    const refused = await t.call('getWorkflow', { key: stranger, path })
    if (refused.status < 400 || refused.status >= 500) continue
    const seen = await t.call('listWorkflowRuns', { key: stranger, path })
    const rows = workflowRuns(seen)
    if (rows.length === 0) continue
    const listed = await t.call('listWorkflowRuns', { key: owner, path })
    const shared = rows.find(row => workflowRuns(listed).some(other => isSame(row, other, 'run')))
    const sentence = `key ${stranger.name} lists the run ${idOf(shared, 'run')} of ${workflow_id}, a workflow of another tenant`
    if (shared) return t.violated('tenant-closed', 'VIS-06', sentence, refused, seen, listed)
  }
}

const workflowRuns = (reply: Exchange) => (reply.status < 300 ? replyRows(reply) : [])

/** Other ids may be unique only per tenant, so a match proves nothing. */
const sharedId = (ids: string[], body: unknown) => ids.find(id => isRandom(id) && mentions(body, id))

const models = scenario({
  id: 'tenants/models',
  title: 'A model that only another tenant is allowed is not listed',
  requirements: ['MODEL-02'],
  needs: { capability: 'models', scopes: ['chat:read'] },
  cost: { requests: 2 },
  async run(t) {
    const key = t.keys.elsewhere('chat:read')
    const named = t.target.fixtures.get('tenant-model')?.id
    if (!named)
      return t.notExercised(
        'MODEL-02',
        lacks.fixture('tenant-model', 'a model that only the other tenant is allowed'),
      )
    const theirs = await t.need('listModels', { key })
    if (!mentions(theirs.json, named))
      return t.notExercised('MODEL-02', `the other tenant does not list ${named}`, theirs)
    const ours = await t.need('listModels')
    const sentence = `${named} of another tenant ${mentions(ours.json, named) ? 'is' : 'is not'} listed here`
    t.expect('tenant-closed', 'MODEL-02', !mentions(ours.json, named), sentence, ours, theirs)
  },
})

export const tenantScenarios: readonly Scenario[] = [tasks, runs, flows, models]
