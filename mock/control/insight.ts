// Why things happened, how the client behaves, and what it has exercised.

import { type Coverage, coverageOf, type Minimums } from '../coverage/coverage.ts'
import type { Exercised } from '../coverage/tally.ts'
import { type Explanation, explain } from '../explain/explain.ts'
import type { Scene } from '../explain/subject.ts'
import type { Thing } from '../explain/thing.ts'
import { explainThing } from '../explain/things.ts'
import { redacted } from '../journal/redact.ts'
import { summaryOf } from '../journal/view.ts'
import { type Conduct, conductOf, habitIds } from '../lint/client-lint.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import type { Hub, Tenancy } from '../server/workspace-registry.ts'
import type { Tables } from '../world/tables.ts'
import { redactorOf, unknownExchange, whyStranger } from './journal.ts'
import { ControlRefusal } from './refusal.ts'

/** Explains an exchange of any workspace, or of none. */
export function explainExchange(hub: Hub, id: string, baseUrl: string): Explanation {
  const owner = id.slice(0, Math.max(0, id.lastIndexOf('.')))
  if (owner === 'server') return explainStranger(hub, id)
  const tenancy = hub.get(owner)
  tenancy?.workspace.simulation.settle()
  const entry = tenancy?.journal.get(id)
  if (!tenancy || !entry) throw unknownExchange(id)
  return redacted(explain(entry, sceneOf(hub, tenancy, baseUrl)), redactorOf(tenancy))
}

export function explainOne(hub: Hub, tenancy: Tenancy, id: string, baseUrl: string): Thing {
  const thing = explainThing(id, sceneOf(hub, tenancy, baseUrl))
  if (thing) return redacted(thing, redactorOf(tenancy))
  const other = ownerOf(hub, id)
  const where = other === undefined ? '' : ` It belongs to the workspace ${other}.`
  const message = `The workspace ${tenancy.workspace.id} has no run, task, workflow run or approval ${id}.${where}`
  throw new ControlRefusal(404, 'thing_not_found', message, { param: 'thing_id' })
}

/** `failOn` names severities and habits; `never` is for none. */
export function readConduct(tenancy: Tenancy, failOn: readonly string[] = ['warning']): Conduct {
  const unknown = failOn.find(name => !['warning', 'note', 'never', ...habitIds].includes(name))
  if (unknown !== undefined)
    throw new ControlRefusal(
      422,
      'habit_unknown',
      `There is no habit '${unknown}'; say warning, note, never, or ${habitIds.join(', ')}.`,
      {
        param: 'query.fail_on',
      },
    )
  const { workspace, journal, tally } = tenancy
  const evidence = {
    entries: journal.all(),
    forgotten: journal.size < journal.count,
    keys: workspace.tables.keys.all(),
    tally,
    contract: contractFor(workspace.profile),
  }
  return redacted(conductOf(evidence, failOn), redactorOf(tenancy))
}

export function readCoverage({ tally }: { readonly tally: Exercised }, minimums: Minimums = {}): Coverage {
  return coverageOf(tally, minimums)
}

function explainStranger(hub: Hub, id: string): Explanation {
  const entry = hub.journal.get(id)
  if (!entry) throw unknownExchange(id)
  const why = whyStranger(hub, entry)
  const { refusal } = entry
  return {
    exchange: summaryOf(entry, []),
    outcome: 'refused',
    story: why,
    rule: refusal
      ? { code: refusal.code, section: refusal.rule.section, title: '', gap: null, requirements: [] }
      : null,
    issues: [],
    state: 'the exchange belongs to no workspace',
    accepted: ['a key of a workspace of this mock; GET /_mock/workspaces lists them'],
    things: [],
    try: [],
  }
}

function sceneOf(hub: Hub, { workspace, journal, movements }: Tenancy, baseUrl: string): Scene {
  const contract = contractFor(workspace.profile)
  return { workspace, journal, movements, contract, baseUrl, elsewhere: id => ownerOf(hub, id) }
}

/** The workspace that has something with that id. */
function ownerOf(hub: Hub, id: string): string | undefined {
  return hub.all().find(({ workspace }) => has(workspace.tables, id))?.workspace.id
}

function has(
  { runs, tasks, workflowRuns, approvals, agents, workflows, chats }: Tables,
  id: string,
): boolean {
  return [runs, tasks, workflowRuns, approvals, agents, workflows, chats].some(
    table => table.get(id) !== undefined,
  )
}
