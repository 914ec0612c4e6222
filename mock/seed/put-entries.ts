// Puts entries of a world file into a workspace: new rows, or others in the place of old ones. A world is built so, and
// changed so while the mock runs.
import { DAY } from '../simulation/duration.ts'
import { newApiKey } from '../simulation/ids.ts'
import type { PersonRow } from '../world/people.ts'
import { shardIn, shardPrefix } from '../world/shard.ts'
import type { WorkflowStepRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import type {
  Agent,
  Board,
  Client,
  Knowledge,
  Model,
  Named,
  Person,
  Workflow,
  WorldKey,
} from '../world-file/index.ts'
import { type HandledKind, idOf } from './handles.ts'

/** Whether something has been there for some months, or is made at this instant. */
export type Made = 'earlier' | 'now'

interface Entries {
  readonly teams: Named
  readonly people: Person
  readonly keys: WorldKey
  readonly models: Model
  readonly agents: Agent
  readonly workflows: Workflow
  readonly boards: Board
  readonly projects: Named
  readonly knowledge: Knowledge
  readonly clients: Client
}

export type EntryKind = keyof Entries

type Put<Entry> = (workspace: Workspace, handle: string, entry: Entry, made: Made) => void

/** Puts one entry; it must be complete, and what it names must be there. */
export function putEntry<Kind extends EntryKind>(
  workspace: Workspace,
  kind: Kind,
  handle: string,
  entry: Entries[Kind],
  made: Made,
): void {
  PUT[kind](workspace, handle, entry, made)
}

const PUT: { readonly [Kind in EntryKind]: Put<Entries[Kind]> } = {
  teams(workspace, handle, { name }) {
    const id = idOf(workspace, 'teams', handle)
    workspace.tables.teams.put({ id, handle, name })
  },

  people(workspace, handle, { name, email, role, teams, manages }) {
    const { people } = workspace.tables
    const id = idOf(workspace, 'people', handle)
    const last = people.range('listed', null, { descending: true, limit: 1 })[0]
    const row: PersonRow = {
      id,
      handle,
      position: people.get(id)?.position ?? (last?.position ?? -1) + 1,
      name,
      email,
      role,
      teamIds: ids(workspace, 'teams', teams),
      managedTeamIds: ids(workspace, 'teams', manages),
    }
    people.put(row)
  },

  keys(workspace, name, { of, scopes, secret, revoked }, made) {
    const { keys, declarations } = workspace.tables
    const id = idOf(workspace, 'keys', name)
    const old = keys.get(id)
    const now = workspace.now()
    keys.put({
      id,
      secret: secret ?? old?.secret ?? secretFor(workspace, name),
      name,
      personId: idOf(workspace, 'people', of),
      scopes,
      // In the order in which they are declared.
      createdAt: old?.createdAt ?? (made === 'earlier' ? now - 120 * DAY + keys.size : now),
      revokedAt: revoked ? (old?.revokedAt ?? (made === 'earlier' ? now - 14 * DAY : now)) : null,
    })
    declarations.delete(`keys/${name}`)
    if (secret !== undefined) declarations.insert({ id: `keys/${name}`, declared: { secret } })
  },

  models({ tables }, id, { name, owned_by, in: read, out, cached }) {
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

  agents(workspace, handle, agent, made) {
    const { agents } = workspace.tables
    const id = idOf(workspace, 'agents', handle)
    const old = agents.get(id)
    const random = workspace.random.fork(`agent ${handle}`)
    const now = workspace.now()
    const createdAt = made === 'earlier' ? now - random.int(100 * DAY, 190 * DAY) : now
    const temperature = random.pick([0, 0.2, 0.3, 0.7])
    const maxSteps = random.pick([10, 20, 30])
    const updatedAt = made === 'earlier' ? createdAt + random.int(DAY, 90 * DAY) : now
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

  workflows(workspace, handle, { name, description, status, owner, steps }, made) {
    const { workflows } = workspace.tables
    const id = idOf(workspace, 'workflows', handle)
    const old = workflows.get(id)
    const random = workspace.random.fork(`workflow ${handle}`)
    const now = workspace.now()
    const createdAt = made === 'earlier' ? now - random.int(95 * DAY, 150 * DAY) : now
    workflows.put({
      id,
      handle,
      name,
      description,
      status,
      ownerId: idOf(workspace, 'people', owner),
      steps: steps.map((step, index): WorkflowStepRow => {
        const { instruction = null } = step
        const id = workspace.ids.named('step', `${handle}/${index}`)
        return 'agent' in step
          ? {
              id,
              kind: 'agent',
              name: step.name,
              instruction,
              agentId: idOf(workspace, 'agents', step.agent),
              approverIds: [],
            }
          : {
              id,
              kind: 'gate',
              name: step.gate,
              instruction,
              agentId: null,
              approverIds: ids(workspace, 'people', step.approvers),
            }
      }),
      createdAt: old?.createdAt ?? createdAt,
      updatedAt: made === 'earlier' ? createdAt + random.int(DAY, 60 * DAY) : now,
    })
  },

  boards(workspace, handle, { name, prefix }, made) {
    const { boards } = workspace.tables
    const id = idOf(workspace, 'boards', handle)
    const old = boards.get(id)
    // The first board is the oldest.
    const age = made === 'earlier' ? Math.round(200 * DAY * 0.9 ** boards.size) : 0
    const createdAt = old?.createdAt ?? workspace.now() - age
    boards.put({ id, handle, name, prefix, lastNumber: old?.lastNumber ?? 0, createdAt })
  },

  projects(workspace, handle, { name }) {
    workspace.tables.projects.put({ id: idOf(workspace, 'projects', handle), handle, name })
  },

  knowledge(workspace, handle, { name, description, teams, documents }, made) {
    const { tables } = workspace
    const id = idOf(workspace, 'knowledge', handle)
    const now = workspace.now()
    const before = new Map(
      tables.documents.range('byKnowledgeBase', id).map(document => [document.title, document]),
    )
    const updates = documents.map(({ title, passages }) => {
      const old = before.get(title)
      before.delete(title)
      if (old && JSON.stringify(old.passages) === JSON.stringify(passages)) return old.updatedAt
      const random = workspace.random.fork(`document ${handle}/${title}`)
      const updatedAt = made === 'earlier' ? now - random.int(3 * DAY, 300 * DAY) : now
      tables.documents.put({
        id: old?.id ?? workspace.ids.named('doc', `${handle}/${title}`),
        knowledgeBaseId: id,
        title,
        passages,
        updatedAt,
      })
      return updatedAt
    })
    for (const gone of before.values()) tables.documents.delete(gone.id)
    const updatedAt = Math.max(...updates, updates.length === 0 ? now : 0)
    tables.knowledgeBases.put({
      id,
      handle,
      name,
      description,
      teamIds: ids(workspace, 'teams', teams),
      updatedAt,
    })
  },

  clients(workspace, handle, { name, agents }) {
    workspace.tables.clients.put({
      id: idOf(workspace, 'clients', handle),
      handle,
      name,
      agentIds: ids(workspace, 'agents', agents),
    })
  },
}

const MODELS_SINCE = Date.parse('2026-02-03T00:00:00Z')

function ids(workspace: Workspace, kind: HandledKind, handles: readonly string[]): string[] {
  return handles.map(handle => idOf(workspace, kind, handle))
}

/** The workspaces whose keys can be typed by heart; those of others are as long and as random as real ones. */
const READABLE = ['demo', 'second-tenant']

export function secretFor({ id, random }: Workspace, name: string): string {
  return READABLE.includes(id)
    ? `awk_${id}_${name}`
    : newApiKey(random.fork(`workspace ${id} key ${name}`), shardPrefix(shardIn(id)))
}
