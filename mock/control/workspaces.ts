// Isolated tenants: listed, created, read, reset and deleted.
import { AnswerError, answersIn } from '../profile/answers.ts'
import type { Answers } from '../profile/profile.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { inTurns } from '../simulation/slices.ts'
import type { ControlFunctions } from './control-function.ts'
import type { ControlSchemas } from './document.ts'
import type { ClockStart, NewWorkspace } from './new-workspace.ts'
import { firstOfEach, mayBeElsewhere, type Peers } from './peers.ts'
import { ControlRefusal } from './refusal.ts'
import { clockView, modeOf } from './set-clock.ts'
import { durationOf, instantOf, iso } from './time.ts'
import type { Workspaces } from './workspace-store.ts'
import { workspaceView } from './workspace-view.ts'
import { refusedWorld, worldFrom } from './world-source.ts'

export const workspaces = {
  async listWorkspaces({ query: { shards, limit, after } }, { workspaces, peers }) {
    const { registry } = workspaces
    const read = (answer: unknown) => listOfShard(answer, id => mayBeElsewhere(registry, id))
    if (peers.isEmpty || shards === 'own') return pageOf(workspaces, limit, after)
    if (limit !== undefined) return pageOfShards(workspaces, peers, read, { limit, after })
    const { answers, unreachable } = await peers.gather('/_mock/workspaces?shards=own', read)
    const all = [...pageOf(workspaces).data, ...answers.flatMap(({ data }) => data)]
    return { data: firstOfEach(all, one => one.id), unreachable }
  },

  async createWorkspace({ body = {} }, { workspaces, peers, team }) {
    const { clock, profile, keys, from, expires, ...more } = body
    const expiresMs = expires === undefined ? undefined : durationOf(expires, 'expires')
    const elsewhere = typeof from === 'string' ? workspaces.shardOf(from) : undefined
    const fetched = elsewhere !== undefined && (await peers.fileOf(String(from), elsewhere))
    const world = typeof from === 'object' && 'world' in from && (await worldFrom(from.world))
    const { workspace } = await created(workspaces, {
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
async function created(workspaces: Workspaces, wanted: NewWorkspace): Promise<HostedWorkspace> {
  try {
    return await inTurns(workspaces.creating(wanted))
  } catch (error) {
    throw refusedWorld(error)
  }
}

type List = ControlSchemas['WorkspaceList']
type Listed = List['data'][number]

/** By the numbers in their ids, which is the order of their creation; those of the start are first. */
const byId = new Intl.Collator('en', { numeric: true })

/** The workspaces of this shard behind one of them, which may be gone by now. */
function pageOf(workspaces: Workspaces, limit = Number.POSITIVE_INFINITY, after = ''): List {
  workspaces.removeExpired()
  const behind = workspaces.registry
    .all()
    .filter(({ workspace }) => byId.compare(workspace.id, after) > 0)
    .sort((a, b) => byId.compare(a.workspace.id, b.workspace.id))
  const data = behind.slice(0, limit).map(({ workspace }) => ({
    id: workspace.id,
    name: workspace.name,
    from: workspaces.originOf(workspace.id),
    now: iso(workspace.simulation.clock.now()),
  }))
  return { data, ...(behind.length > limit ? { next: data.at(-1)?.id ?? after } : {}) }
}

/** A page of all shards: one after the other is asked until it is full. */
async function pageOfShards(
  workspaces: Workspaces,
  peers: Peers,
  read: (answer: unknown) => List | undefined,
  { limit, after = '' }: { readonly limit: number; readonly after?: string | undefined },
): Promise<List> {
  const own = workspaces.registry.shard ?? ''
  const shards = [own, ...peers.names].sort(byId.compare)
  const [first = '', behind = ''] = after.split('.')
  const data: Listed[] = []
  const unreachable: string[] = []
  for (const shard of shards.filter(name => byId.compare(name, first) >= 0)) {
    const next = shard === first ? behind : ''
    const rest = limit - data.length
    if (rest === 0) return { data, unreachable, next: `${shard}.` }
    const from = next === '' ? '' : `&after=${encodeURIComponent(next)}`
    const path = `/_mock/workspaces?shards=own&limit=${rest}${from}`
    const page = shard === own ? pageOf(workspaces, rest, next) : await peers.ask(shard, path, read)
    if (!page) unreachable.push(shard)
    data.push(...(page?.data ?? []))
    if (page?.next !== undefined) return { data, unreachable, next: `${shard}.${page.next}` }
  }
  return { data, unreachable }
}

/** The valid part of a shard's list. */
function listOfShard(answer: unknown, mayHave: (id: string) => boolean): List | undefined {
  const { data, next } = (answer ?? {}) as { data?: unknown; next?: unknown }
  if (!Array.isArray(data) || (next !== undefined && typeof next !== 'string')) return undefined
  const fields = ['id', 'name', 'from', 'now'] as const
  const isListed = (item: Record<string, unknown> | null) =>
    fields.every(field => typeof item?.[field] === 'string')
  if (!data.every(isListed)) return undefined
  const valid = (data as Listed[]).filter(({ id }) => mayHave(id))
  return {
    data: valid.map(({ id, name, from, now }) => ({ id, name, from, now })),
    ...(next === undefined ? {} : { next }),
  }
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
    throw new ControlRefusal('answer_unknown', `body.profile: ${error.message}.`, 'body.profile')
  }
}
