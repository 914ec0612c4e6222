import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import type { Context, Handlers } from './handler.ts'
import { cachedFigures } from './money/cached-figures.ts'
import { workBy } from './money/figures.ts'
import { largestFirst, nameOf } from './money/listed.ts'
import { monthOf } from './money/window.ts'
import { euros, tokensView } from './time.ts'

/** What agents did for the clients of an agency (section 4.7). */
export const agencies = {
  getAgencyClientUsage({ path, query }, context) {
    const { workspace, tables, now } = context
    requireAccess(context)
    const client = tables.clients.get(path.client_id)
    if (!client) throw unknownClient(context, path.client_id)
    const month = monthOf(query.month, now, workspace.profile)
    const figures = cachedFigures(workspace, ['client', client.id, month], () => {
      // All work of an agent of a client counts for that client.
      const work = workBy(workspace, 'agentId', { ...month, teams: 'all' })
      const rows = client.agentIds.map(agentId => ({ agentId, ...work.of(agentId) }))
      const sum = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((total, row) => total + of(row), 0)
      return {
        runs: sum(row => row.runs.total),
        tokens: tokensView(
          sum(row => row.tokens.input),
          sum(row => row.tokens.output),
        ),
        cost_euros: euros(sum(row => row.micros)),
        agents: largestFirst(rows, row => [row.micros, row.agentId]).map(
          ({ agentId, runs, tokens, micros }) => ({
            agent_id: agentId,
            agent_name: nameOf(tables, 'agentId', agentId),
            runs: runs.total,
            tokens,
            cost_euros: euros(micros),
          }),
        ),
      }
    })
    const head = { client_id: client.id, client_name: client.name, month: month.name }
    return { status: 200, body: { ...head, ...figures } }
  },
} satisfies Partial<Handlers>

/** Whether the role matters is the gap `agency-access`. */
function requireAccess({ caller: { person }, workspace }: Context): void {
  if (!decisions.agencyNeedsAdmin(workspace.profile) || person.role === 'admin') return
  const message = `The usage of clients is for workspace admins; the owner of this key is a ${person.role}.`
  const because = { state: `${person.name} is a ${person.role}`, accepted: ['a key of an admin'] }
  throw new Refusal('role_insufficient', message, { because })
}

function unknownClient({ tables }: Context, id: string): Refusal {
  return new Refusal('client_not_found', `There is no client ${id}.`, {
    param: 'client_id',
    because: { accepted: tables.clients.all().map(client => `${client.id} (${client.name})`) },
  })
}
