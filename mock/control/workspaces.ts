// Isolated tenants: listed, created, read, reset and deleted.
import { AnswerError, answersIn } from '../profile/answers.ts'
import type { Answers } from '../profile/profile.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { shardIn } from '../world/shard.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import type { ClockStart, NewWorkspace } from './new-workspace.ts'
import { ControlRefusal } from './refusal.ts'
import { clockView, modeOf } from './set-clock.ts'
import { durationOf, instantOf, iso } from './time.ts'
import type { Workspaces } from './workspace-store.ts'
import { workspaceView } from './workspace-view.ts'
import { refusedWorld, worldFrom } from './world-source.ts'

export const workspaces = {
  async listWorkspaces({ query }, { workspaces, peers }) {
    workspaces.removeExpired()
    const own = workspaces.registry.all().map(({ workspace }) => ({
      id: workspace.id,
      name: workspace.name,
      from: workspaces.originOf(workspace.id),
      now: iso(workspace.simulation.clock.now()),
    }))
    if (peers.isEmpty || query.shards === 'own') return { data: own }
    const { answers, unreachable } = await peers.gather('/_mock/workspaces?shards=own', listOfShard)
    return { data: [...own, ...answers.flat()], unreachable }
  },

  async createWorkspace({ body = {} }, { workspaces, peers, team }) {
    const { clock, profile, keys, from, expires, ...more } = body
    const expiresMs = expires === undefined ? undefined : durationOf(expires, 'expires')
    const fetched = typeof from === 'string' && (await peers.fileOf(from, workspaces.registry.shard))
    const world = typeof from === 'object' && 'world' in from && (await worldFrom(from.world))
    const { workspace } = created(workspaces, {
      ...more,
      from: fetched ? { file: fetched } : world || (from as Exclude<typeof from, { world: unknown }>),
      keys,
      lease: { team, expiresMs },
      ...(clock ? { clock: clockStart(clock) } : {}),
      ...(profile ? { profile: knownAnswers(profile) } : {}),
    })
    return workspaceView(workspaces, workspace)
  },

  readWorkspace: (_, { workspaces, hosted }) => workspaceView(workspaces, hosted.workspace),

  resetWorkspace: (_, { workspaces, hosted }) => clockView(workspaces.reset(hosted.workspace.id).workspace),

  deleteWorkspace: (_, { workspaces, hosted }) => workspaces.remove(hosted.workspace.id),
} satisfies Partial<ControlFunctions>

/** Creates a workspace; mistakes of a world are refused. */
function created(workspaces: Workspaces, wanted: NewWorkspace): HostedWorkspace {
  try {
    return workspaces.create(wanted)
  } catch (error) {
    throw refusedWorld(error)
  }
}

type Listed = ControlSchemas['WorkspaceList']['data'][number]

/** The valid part of a shard's list: the workspaces whose names contain that shard. */
function listOfShard(answer: unknown, shard: string): Listed[] | undefined {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) return undefined
  const fields = ['id', 'name', 'from', 'now'] as const
  const isListed = (item: Record<string, unknown> | null) =>
    fields.every(field => typeof item?.[field] === 'string')
  if (!data.every(isListed)) return undefined
  return (data as Listed[])
    .filter(({ id }) => shardIn(id) === shard)
    .map(({ id, name, from, now }) => ({ id, name, from, now }))
}

function clockStart(setting: ControlSchemas['ClockSetting']): ClockStart {
  return { mode: modeOf(setting), at: setting.at === undefined ? 'now' : instantOf(setting.at, 'clock.at') }
}

/** Refuses unknown gaps and answers. */
function knownAnswers(answers: Readonly<Record<string, string>>): Answers {
  try {
    return answersIn(answers)
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error
    throw new ControlRefusal(422, 'answer_unknown', `body.profile: ${error.message}.`, {
      param: 'body.profile',
    })
  }
}
