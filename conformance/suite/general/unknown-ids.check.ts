/** Unknown ids and numbers: no record is served under them, and no request for them causes a server error. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, places } from '../../extract/find-value.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { allOperations, operation, scopeOf, successRequirement } from '../../requirements/contract.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import type { Capability } from '../../target/target-schema.ts'
import { knownPath, pathParams } from '../known-path.ts'
import { isBare, numbersIn } from '../tasks/number.check.ts'
import { sharedTask } from '../tasks/own-task.ts'

/** An id that is not there, whatever the ids of the deployment look like. */
const NOBODYS = '987654321'

/** The requirements that a record is read by its id; an unknown one cannot be. */
const READ_BY_ID: Readonly<Record<string, string>> = {
  getAgent: 'AGENT-14',
  getRun: 'RUN-25',
  getTask: 'TASK-34',
  getWorkflow: 'WF-12',
  getApproval: 'APPR-04',
}

const BODIES: Readonly<Record<string, object>> = {
  startRun: {},
  respondToRun: { answer: 'x' },
  updateTask: { description: 'x' },
  setTaskAssignee: { type: null, id: null },
  setTaskStatus: { status: 'done' },
}

/** A service may confirm an operation that had nothing to do. */
const isIdempotent = (id: string) => /^(list|deleteTask|getWorkflowRunsSummary|getAgencyClientUsage)/.test(id)

const UNKNOWN = allOperations.flatMap(({ id, tag }) => {
  const requirement = READ_BY_ID[id] ?? successRequirement(id)?.id
  const isJudged = pathParams(id).length > 0 && id !== 'streamChat' && requirement !== undefined
  return isJudged ? [{ id, tag, requirement }] : []
})

const scenarios = [...Map.groupBy(UNKNOWN, ({ tag }) => tag)].map(([tag, rows]) =>
  scenario({
    id: `unknown/${tag}`,
    title: `Nothing is served under ids of ${tag} that are not there`,
    requirements: rows.map(({ requirement }) => requirement),
    needs: { capability: tag as Capability },
    cost: { requests: rows.length },
    writes: true,
    async run(t) {
      for (const { id, requirement } of rows)
        if (t.wants(requirement) && t.keys.home(scopeOf(id)).length > 0)
          for (const path of (await unknownPaths(t, id).catch(ignoreMissing)) ?? [])
            await isRefused(t, id, requirement, path).catch(ignoreMissing)
    },
  }),
)

/** The path of an operation with a last id that is not there. */
async function unknownPaths(t: Trial, id: string): Promise<Record<string, string>[]> {
  const last = pathParams(id).at(-1) ?? ''
  if (last === 'ref') return [{ ref: NOBODYS }, { ref: await foreignRef(t) }]
  if (last === 'approval_id' || last === 'client_id') return [{ [last]: NOBODYS }]
  const path = await knownPath(t, id)
  return [{ ...path, [last]: unknownLike(path[last] ?? '') }]
}

async function isRefused(t: Trial, name: string, requirement: string, path: Record<string, string>) {
  const body = BODIES[name]
  const exchange = await t.call(name, { path, isMadeUp: true, ...(body && { body }) })
  const sentence = `${exchange.method} ${operation(name).path} answered ${exchange.status} at ${exchange.url.slice(t.target.baseUrl.length)}, which is not there`
  const [shown] = isIdempotent(name) || exchange.status >= 300 ? [] : idsShownIn(exchange.json)
  if (exchange.status === 500) t.violated('not-there', requirement, sentence, exchange)
  else if (shown !== undefined)
    t.violated('not-there', requirement, `${sentence}, and shows ${shown}`, exchange)
}

/** A reply that confirms without showing a record may have had nothing to do; it may name the caller. */
const idsShownIn = (body: unknown): string[] =>
  [...places(body, 3)].flatMap(({ name, value }) =>
    /^_?id$|_id$|Id$|^uu?id$/i.test(name) && !ABOUT.test(name) ? (asId(value) ?? []) : [],
  )
const ABOUT = /request|trace|span|correlation|error|event|tenant|workspace|account|organi[sz]ation|user/i

/** The number of our task behind a prefix that no board has. */
async function foreignRef(t: Trial): Promise<string> {
  const [number = 1] = numbersIn((await sharedTask(t)).record).filter(isBare)
  return `QXZWV-${number}`
}

export const unknownIdScenarios: readonly Scenario[] = scenarios
