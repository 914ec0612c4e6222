// Isolated tenants: listed, created, read, reset and deleted.
import { AnswerError, answersIn } from '../profile/answers.ts'
import { type Answers, nonDefaultAnswers } from '../profile/profile.ts'
import { rolesIn } from '../seed/index.ts'
import { inTurns } from '../simulation/slices.ts'
import type { Workspace } from '../world/workspace.ts'
import { readWorldSource, readWorldText } from '../world-file/index.ts'
import type { ControlFunctions } from './control-function.ts'
import type {
  Roles,
  WorkspaceList,
  NewWorkspace as WorkspaceOrder,
  Workspace as WorkspaceView,
} from './generated/control.gen.ts'
import type { NewWorkspace } from './new-workspace.ts'
import { ControlRefusal } from './refusal.ts'
import { clockStart, clockView } from './set-clock.ts'
import { inOrderOfNames, listOfShards } from './shared-lists.ts'
import { snakeCase } from './snake-case.ts'
import { durationOf, iso } from './time.ts'
import type { Workspaces } from './workspace-store.ts'
import { refusedWorld } from './world-source.ts'

export const workspaces = {
  listWorkspaces({ query }, { workspaces, peers }) {
    const { registry } = workspaces
    workspaces.leases.removeExpired()
    const nameOf = ({ id }: Listed) => id
    const own = listed(workspaces)
    const operation = 'listWorkspaces' as const
    return listOfShards({ operation, own, nameOf, workspaceOf: nameOf, registry, peers }, query)
  },

  /** Mistakes of a world are refused, whether it cannot be read or its past cannot be made. */
  async createWorkspace({ body = {} }, { workspaces, peers, team }) {
    const { clock, profile, keys, from, expires, ...more } = body
    const expiresMs = expires === undefined ? undefined : durationOf(expires, 'expires')
    const elsewhere = typeof from === 'string' ? workspaces.shardOf(from) : undefined
    const fetched = elsewhere !== undefined && (await peers.fileOf(String(from), elsewhere))
    try {
      const making = workspaces.creating({
        ...more,
        from: fetched ? { file: fetched } : await originIn(from),
        keys,
        lease: { team, expiresMs },
        ...(clock ? { clock: clockStart(clock, 'clock.at') } : {}),
        ...(profile ? { profile: knownAnswers(profile) } : {}),
      })
      return workspaceView(workspaces, (await inTurns(making)).workspace)
    } catch (error) {
      throw refusedWorld(error)
    }
  },

  readWorkspace: (_, { workspaces, hosted }) => workspaceView(workspaces, hosted.workspace),

  resetWorkspace: (_, { workspaces, hosted }) => clockView(workspaces.reset(hosted.workspace.id).workspace),

  deleteWorkspace: (_, { workspaces, hosted }) => workspaces.remove(hosted.workspace.id),
} satisfies Partial<ControlFunctions>

/** What a workspace is made from, with a world read. */
async function originIn(from: WorkspaceOrder['from']): Promise<NewWorkspace['from']> {
  if (typeof from !== 'object' || !('world' in from)) return from
  return typeof from.world === 'string' ? readWorldText(from.world) : readWorldSource(from.world)
}

/** A workspace with its keys and the ids of what it started with. */
function workspaceView(workspaces: Workspaces, workspace: Workspace): WorkspaceView {
  const { keys, ...roles } = rolesIn(workspace)
  const named = Object.entries(roles).map(([kind, ids]) => [snakeCase(kind), ids])
  const end = workspaces.leases.endOf(workspace.id)
  return {
    id: workspace.id,
    name: workspace.name,
    from: workspaces.originOf(workspace.id),
    ...(end === undefined ? {} : { expires_at: iso(end) }),
    clock: clockView(workspace),
    profile: Object.fromEntries(nonDefaultAnswers(workspace.profile)),
    keys,
    roles: Object.fromEntries(named) as Roles,
  }
}

type Listed = WorkspaceList['data'][number]

/** The workspaces of this shard. */
function* listed(workspaces: Workspaces): Generator<Listed> {
  for (const { workspace } of inOrderOfNames(workspaces.registry))
    yield {
      id: workspace.id,
      name: workspace.name,
      from: workspaces.originOf(workspace.id),
      now: iso(workspace.simulation.clock.now()),
    }
}

/** Refuses unknown gaps and answers. */
function knownAnswers(answers: Readonly<Record<string, string>>): Answers {
  try {
    return answersIn(answers)
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error
    throw new ControlRefusal('answer_unknown', `body.profile: ${error.message}.`, 'body.profile')
  }
}
