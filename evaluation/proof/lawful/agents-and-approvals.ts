/** Agents and approvals in forms that the specification leaves open. */
import { operationIds } from '#openapi'
import { preview } from '../mutants/lists.ts'
import { also, changes, eachRow, handles, onlyRows, requests, rows, together } from '../mutants/mutant.ts'
import { inWorkspace } from './differences.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'
import { agents } from './states.ts'

const prompts = (change: (prompt: string) => string) =>
  agents(({ systemPrompt }) => ({ systemPrompt: change(systemPrompt) }))

/** The prompts are changed once; the summary view follows 20 seconds later. */
const edited = (): Difference => {
  let at: number | undefined
  const isShown = (summary: boolean, now: number) => at !== undefined && (!summary || now - at > 20_000)
  return handles(['listAgents', 'getAgent'], (request, context, handler) => {
    const isSummary = request.query.view === 'summary'
    if (isSummary) at ??= context.now
    const reply = handler({ ...request, query: { ...request.query, view: undefined } }, context)
    const change = (row: Loose) => {
      const prompt = `${isShown(isSummary, context.now) ? 'Now' : 'Once'} ${row.config.system_prompt}`
      const system_prompt = isSummary ? prompt.slice(0, 200) : prompt
      return { ...row, config: { ...row.config, system_prompt } }
    }
    const { data } = reply.body
    return { ...reply, body: data ? { ...reply.body, data: data.map(change) } : change(reply.body) }
  })
}

const endingOtherwise = (prompt: string) => prompt.replace(/.{9}$/, 'Be brief.')

/** Once there was a summary, the prompts end otherwise. */
const ended = (): Difference => {
  let isEdited = false
  return also('listAgents', ({ query }, { tables }) => {
    for (const { id, systemPrompt } of query.view === 'summary' && !isEdited ? tables.agents.all() : []) {
      isEdited = true
      tables.agents.replace(id, { systemPrompt: endingOtherwise(systemPrompt) })
    }
  })
}

const graphemes = (text: string): string =>
  [...new Intl.Segmenter().segment(text)]
    .slice(0, 200)
    .map(({ segment }) => segment)
    .join('')

/** The approvals that runs of one agent wait for, and that the same people see, stand in one row. */
const folded = rows('listPendingApprovals', data => {
  const group = ({ id, kind, agent_id, requested_by, approver_ids }: Loose) =>
    kind === 'run' && agent_id ? JSON.stringify([agent_id, requested_by, approver_ids]) : id
  return [...Map.groupBy(data, group).values()].map(all => {
    const first = all.reduce((one, other) => (one.requested_at < other.requested_at ? one : other))
    return all.length > 1 ? { ...first, run_ids: all.map(({ run_id }) => run_id) } : first
  })
})

/** An agent waits for its manager inside a workflow that somebody else has started. */
const inWorkflow = (): Difference => {
  let first: string | undefined
  const change = ({ id }: Loose) =>
    id === first ? { workflow_run_id: 'wrun_of_its_own', requested_by: 'usr_of_its_own' } : {}
  return together(
    rows('listPendingApprovals', data => {
      first ??= data.find(({ kind }) => kind === 'run')?.id
      const isFirst = ({ id }: Loose) => Number(id === first)
      return data.toSorted((a, b) => isFirst(b) - isFirst(a)).map(row => ({ ...row, ...change(row) }))
    }),
    changes('getApproval', change),
  )
}

/** Gates that nobody has decided within some seconds. */
const expire = () =>
  inWorkspace(workspace =>
    requests(operationIds, () => {
      const now = workspace().now()
      const { approvals } = workspace().tables
      const isOver = ({ kind, requestedAt, status }: Loose) =>
        kind === 'workflow_gate' &&
        status === 'pending' &&
        now - requestedAt > 8000 &&
        now - requestedAt < 3_600_000
      for (const { id } of approvals.all().filter(isOver))
        approvals.replace(id, { status: 'expired', decidedAt: now })
    }),
  )

const startersDecide: Difference = {
  prepare({ workspace: { tables } }) {
    const { approvals } = tables
    const insert = approvals.insert.bind(approvals)
    approvals.insert = row =>
      insert(
        row.kind === 'workflow_gate' ? { ...row, approverIds: [...row.approverIds, row.requestedBy] } : row,
      )
  },
}

const ofPart = ({ kind, run_id }: Loose) => (kind === 'run' ? { run_id: `${run_id}_part` } : {})

export const agentsAndApprovals = [
  ...dimensions('approval', {
    run: {
      what: 'the run or the runs that an approval names',
      lawful: '2.5: the fields of an approval are not shown',
      choices: {
        several: () => folded,
        workflow: inWorkflow,
        part: () => together(eachRow('listPendingApprovals', ofPart), changes('getApproval', ofPart)),
      },
    },
    end: {
      what: 'gates that come to an end by themselves',
      lawful: '3: the states of an approval are not shown, nor how long it waits',
      choices: { expired: expire },
    },
    gate: {
      what: 'gates that who started the workflow decides as well',
      lawful: '4.5: who may decide a gate is not shown',
      choices: { starter: () => startersDecide },
    },
    list: {
      what: 'of which approvals the list of somebody is who is no admin',
      lawful: '5: approval lists contain only what the caller may see or decide',
      choices: {
        decide: () =>
          onlyRows('listPendingApprovals', ({ approver_ids }, { caller: { person } }) =>
            person.role === 'admin' ? true : approver_ids.includes(person.id),
          ),
      },
    },
  }),
  ...dimensions('agent', {
    edited: {
      what: 'a view of agents that follows later than the other, and the end of a prompt',
      lawful:
        '4: that all replies are of the same moment is not stated, nor what is filled in before one shows a prompt',
      choices: {
        summary: edited,
        end: ended,
        'filled-in': () =>
          changes('getAgent', ({ config }) => ({
            config: { ...config, system_prompt: endingOtherwise(config.system_prompt) },
          })),
      },
    },
    previews: {
      what: 'what a character of a preview is',
      lawful: '8: 200 characters; what counts as a character is not stated',
      choices: {
        graphemes: () =>
          together(
            prompts(text => text.replaceAll(/[aeiou]/g, '$&\u0301')),
            preview(graphemes),
          ),
        trimmed: () =>
          together(
            prompts(text => `\n\n  ${text}`),
            preview(text => text.trim().slice(0, 200)),
          ),
      },
    },
  }),
]
