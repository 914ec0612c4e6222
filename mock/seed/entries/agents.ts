// Models and agents.
import { DAY } from '../../simulation/duration.ts'
import { assignTask } from '../../work/tasks.ts'
import type { Workspace } from '../../world/workspace.ts'
import type { Agent, Model } from '../../world-file/index.ts'
import { inOfficeHours } from '../calendar.ts'
import { handleOf, idOf } from '../handles.ts'
import { byHandle, type EntryKind, usersAmong, without } from './entry-kind.ts'
import { openRuns, openRunsWith } from './open-runs.ts'

const MODELS_SINCE = Date.parse('2026-02-03T00:00:00Z')

export const models: EntryKind<Model> = {
  put({ tables }, { id }, { name, owned_by, in: read, out, cached }) {
    tables.models.put({
      id,
      name,
      ownedBy: owned_by,
      createdAt: tables.models.get(id)?.createdAt ?? MODELS_SINCE,
      microsPerTokenIn: read,
      microsPerTokenOut: out,
      microsPerTokenCached: cached,
    })
  },

  read({ tables }) {
    const entries = tables.models.all().map(model => {
      const { id, name, ownedBy, microsPerTokenIn, microsPerTokenOut, microsPerTokenCached } = model
      const prices = { in: microsPerTokenIn, out: microsPerTokenOut, cached: microsPerTokenCached }
      return [id, { name, owned_by: ownedBy, ...prices }] as const
    })
    return Object.fromEntries(entries)
  },

  users(workspace, id) {
    const { tables } = workspace
    const other = tables.models.all().find(model => model.id !== id)
    return [
      ...usersAmong(
        tables.agents.range('newest', null),
        ({ model }) => model === id,
        ({ handle }) => `agent ${handle}`,
        agent => other && (() => void tables.agents.replace(agent.id, { model: other.id })),
      ),
      ...openRunsWith(workspace, id),
    ]
  },
}

export const agents: EntryKind<Agent> = {
  put(workspace, { id, handle, made }, agent) {
    const { agents } = workspace.tables
    const old = agents.get(id)
    const random = workspace.random.fork(`agent ${handle}`)
    const now = workspace.now()
    const createdAt = made === 'earlier' ? inOfficeHours(random, now - random.int(100 * DAY, 190 * DAY)) : now
    const temperature = random.pick([0, 0.2, 0.3, 0.7])
    const maxSteps = random.pick([10, 20, 30])
    const updatedAt =
      made === 'earlier' ? inOfficeHours(random, createdAt + random.int(4 * DAY, 90 * DAY)) : now
    agents.put({
      id,
      handle,
      name: agent.name,
      description: agent.description,
      visibility: agent.visibility,
      ownerId: idOf(workspace, 'people', agent.owner),
      teamId: agent.team === null ? null : idOf(workspace, 'teams', agent.team),
      systemPrompt: agent.system_prompt,
      model: agent.model,
      tools: agent.tools,
      temperature: agent.temperature ?? old?.temperature ?? temperature,
      maxSteps: agent.max_steps ?? old?.maxSteps ?? maxSteps,
      tags: agent.tags,
      createdAt: old?.createdAt ?? createdAt,
      updatedAt,
      script: agent.script,
    })
  },

  read: workspace =>
    byHandle(workspace.tables.agents.range('newest', null), agent => ({
      name: agent.name,
      description: agent.description,
      owner: handleOf(workspace, 'people', agent.ownerId),
      team: agent.teamId === null ? null : handleOf(workspace, 'teams', agent.teamId),
      visibility: agent.visibility,
      model: agent.model,
      tools: [...agent.tools],
      tags: [...agent.tags],
      temperature: agent.temperature,
      max_steps: agent.maxSteps,
      system_prompt: agent.systemPrompt,
      script: agent.script,
    })),

  users(workspace, id) {
    const { tables } = workspace
    return [
      ...openRuns(workspace, ({ agentId }) => agentId === id),
      ...tables.workflows
        .range('newest', null)
        .filter(({ steps }) => steps.some(({ agentId }) => agentId === id))
        .map(({ id: workflow, handle, steps }) => {
          const left = steps.filter(({ agentId }) => agentId !== id)
          return left.length === 0
            ? { name: `workflow ${handle}, which would have no step left` }
            : {
                name: `workflow ${handle}`,
                release: () => void tables.workflows.replace(workflow, { steps: left }),
              }
        }),
      ...usersAmong(
        tables.tasks.range('newest', 'all'),
        ({ assigneeId, agentId }) => assigneeId === id || agentId === id,
        ({ reference }) => `task ${reference}`,
        task => () => takeTaskFrom(workspace, task.id, id),
      ),
      ...usersAmong(
        tables.clients.all(),
        ({ agentIds }) => agentIds.includes(id),
        ({ handle }) => `client ${handle}`,
        client => () => void tables.clients.replace(client.id, { agentIds: without(client.agentIds, id) }),
      ),
    ]
  },
}

function takeTaskFrom(workspace: Workspace, taskId: string, agentId: string): void {
  const { tasks } = workspace.tables
  const task = tasks.replace(taskId, tasks.get(taskId)!.agentId === agentId ? { agentId: null } : {})
  if (task.assigneeId === agentId)
    assignTask(workspace, task, { assigneeType: null, assigneeId: null }, task.ownerId)
}
