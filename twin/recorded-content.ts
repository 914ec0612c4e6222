/** The world of a deployment from a recording of it: names, prompts, tasks and summaries, without people or secrets. */
import { jsonOf } from '../conformance/extract/event-stream.ts'
import { type Key, readSource, type Seen, type Source } from '../conformance/import/read-deployment.ts'
import { worldTextOf } from '../conformance/import/world-text.ts'
import type { Call, Calls } from './recording/calls.ts'
import { leavesOf } from './recording/json-paths.ts'

/** The text of a world file with what the recorded reads show; what the suite created is left out. */
export async function recordedContent({ calls, keys, name }: Calls): Promise<string> {
  const reads = calls.filter(call => call.method === 'GET' && call.status === 200 && call.whole)
  const source: Source = {
    call: async (operation, { key, query, path }) => {
      const fits = (call: Call) =>
        call.operation === operation &&
        call.key === key.name &&
        Object.entries(path).every(([name, id]) => call.params[name] === id) &&
        NARROWING.every(
          name => (new URLSearchParams(call.query).get(name) ?? '') === String(query[name] ?? ''),
        )
      const [call] = reads.filter(fits).toSorted((a, b) => b.text.length - a.text.length)
      // The longest reply stands for all pages.
      return call && !query.offset ? { status: 200, json: call.json } : { status: 404 }
    },
  }
  const seen = await readSource(source, keys.map(keyOf))
  return worldTextOf(withoutPlanted(seen, calls), { from: name, names: 'content' })
}

/** Parameters without which a reply is about something else. */
const NARROWING = ['group_by', 'team_id']

function keyOf({ name, role, person_id, tenant, revoked }: Calls['keys'][number]): Key {
  const isRole = role === 'admin' || role === 'manager' || role === 'member'
  return {
    name,
    value: '',
    shown: name,
    role: isRole ? role : undefined,
    scopes: new Set(),
    declared: true,
    owner: undefined,
    personId: person_id ?? undefined,
    tenant,
    revoked,
  }
}

function withoutPlanted(seen: Seen, calls: readonly Call[]): Seen {
  const ofSuite = calls.filter(({ scenario, body }) => scenario !== 'archive' && body !== undefined)
  const planted = new Set(
    ofSuite.flatMap(({ body }) => leavesOf(jsonOf(body ?? '')).map(({ value }) => value)),
  )
  return {
    ...seen,
    refused: [],
    tasks: seen.tasks.filter(({ title }) => !planted.has(title)),
    agents: seen.agents.map(agent => ({
      ...agent,
      runs: { ...agent.runs, jobs: agent.runs.jobs.filter(({ task }) => !planted.has(task)) },
    })),
  }
}
