/** Records of this tenant appear in no list of another tenant (section 5). */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { replyIds, replyRows } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { compose, isBare, numbersIn } from '../tasks/number.check.ts'
import { makeTask, sharedTask } from '../tasks/own-task.ts'
import { allTasks } from '../tasks/task-pages.ts'
import { isSame } from './foreign-lists.check.ts'

const tasks = scenario({
  id: 'tenants/tasks',
  title: 'A task of this tenant is not in the list of another one, nor found there by its number',
  requirements: ['VIS-03'],
  needs: { capability: 'tasks', scopes: ['tasks:read', 'tasks:write'] },
  cost: { requests: 10 },
  writes: true,
  async run(t) {
    const key = t.keys.elsewhere('tasks:read')
    const task = await sharedTask(t)
    const { rows, exchanges } = await allTasks(t, {}, key)
    const shown = rows.some(row => row.title === task.title)
    const sentence = `key ${key.name} of another tenant ${shown ? 'lists' : 'does not list'} our task among ${rows.length}`
    t.expect('tenant-closed', 'VIS-03', !shown, sentence, task.exchange, ...exchanges.slice(0, 1))
    const board = t.target.fixtures.get('board')
    // The reference with a prefix may be another search than the bare number.
    const onBoard =
      board?.prefix === undefined
        ? undefined
        : await makeTask(t, 'that another tenant asks for', { board_id: board.id }).catch(ignoreMissing)
    const { record, title } = onBoard ?? task
    const numbers = numbersIn(record).slice(0, 4)
    const composed = numbers.filter(isBare).flatMap(number => compose(t, record, number) ?? [])
    for (const ref of new Set([...numbers, ...composed])) {
      const reply = await t.call('getTaskByNumber', { key, path: { ref } })
      const finds = `key ${key.name} of another tenant finds our task by ${ref}`
      if (mentions(reply.json, title)) t.violated('tenant-closed', 'VIS-03', finds, reply)
    }
  },
})

const flows = scenario({
  id: 'tenants/workflows',
  title: 'The runs of a workflow that a tenant cannot read are not listed to it',
  requirements: ['VIS-06'],
  needs: { capability: 'workflows', scopes: ['workflows:read'] },
  cost: { requests: 26 },
  async run(t) {
    const key = t.keys.elsewhere('workflows:read')
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
    if (!isRefusal(refused)) continue
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

const models = scenario({
  id: 'tenants/models',
  title: 'A model that only another tenant is allowed is not listed',
  requirements: ['MODEL-02'],
  needs: { capability: 'models', scopes: ['chat:read'] },
  cost: { requests: 6 },
  async run(t) {
    const key = t.keys.elsewhere('chat:read')
    const named = t.target.fixtures.get('tenant-model')?.id
    const lack = lacks.fixture('tenant-model', 'a model that only the other tenant is allowed')
    if (!named) return t.notExercised('MODEL-02', lack)
    const theirs = await t.need('listModels', { key })
    if (!mentions(theirs.json, named))
      return t.notExercised('MODEL-02', `the other tenant does not list ${named}`, theirs)
    const home = t.keys.with('chat:read')
    for (const own of [home, ...t.keys.others('chat:read', home)]) {
      const ours = await t.call('listModels', { key: own })
      if (ours.status !== 200) continue
      const isListed = mentions(ours.json, named)
      const sentence = `${named} of another tenant ${isListed ? 'is' : 'is not'} listed to key ${own.name}`
      t.expect('tenant-closed', 'MODEL-02', !isListed, sentence, ours, theirs)
    }
  },
})

export const tenantScenarios: readonly Scenario[] = [tasks, flows, models]
