// Situations for clients to handle, triggered by name.
import { type OperationRow, operationIds, operations } from '#openapi'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { startRun } from '../work/runs.ts'
import { SCRIPT_INPUT } from '../work/script-text.ts'
import type { ControlFunctions } from './control-function.ts'
import { recording } from './event-views.ts'
import { addFault } from './faults.ts'
import type {
  FaultSpec,
  Situation,
  SituationDetails,
  SituationName,
  Triggered,
} from './generated/control.gen.ts'
import { setBalance } from './money.ts'
import { agentMeant, personMeant } from './references.ts'
import { ControlRefusal, invalid } from './refusal.ts'

interface SituationKind {
  /** The situation from a client's view. */
  readonly description: string
  /** The details that it takes. */
  readonly takes: readonly (keyof SituationDetails)[]
  readonly bring: (
    hosted: HostedWorkspace,
    details: SituationDetails,
  ) => Partial<Pick<Triggered, 'run_id' | 'fault_id'>> & {
    readonly says: string
  }
}

const KINDS: { readonly [Name in SituationName]: SituationKind } = {
  'run-works': run(
    'A run works for ten minutes, and then completes.',
    (summary = 'The work is done.') => `work 10m; finish ${summary}`,
    'works for ten minutes of the clock',
  ),
  'run-asks': run(
    'A run is paused on a question that takes a text.',
    (question = 'Which price list should I use?') => `ask ${question}; finish Used {{answer}}.`,
    "asks for a text; answer with respondToRun, or agent-work answer <run> 'The March list.'",
  ),
  'run-asks-fields': run(
    'A run is paused on a question that takes fields.',
    (question = 'What should I book?') =>
      `ask-fields ${question}: amount number, currency text; finish Booked.`,
    'asks for fields; answer with respondToRun, or agent-work answer <run> amount=120 currency=EUR',
  ),
  'run-asks-decisions': run(
    'A run is paused on a question that takes decisions.',
    (question = 'May I do this?') => `ask-decisions ${question}: archive_mail, forward_mail; finish Done.`,
    'asks for decisions; answer with respondToRun, or agent-work answer <run> archive_mail=approve forward_mail=reject',
  ),
  'run-fails': run(
    'A run has failed.',
    (reason = 'The ledger cannot be reached.') => `fail ${reason}`,
    'failed; retryRun starts another, which fails, too',
  ),
  'approval-waits': run(
    'An approval is pending, and its run is paused until a person decides.',
    (title = 'Pay invoice 4711') => `approval ${title}; finish Paid.`,
    'waits for an approval, which no key can decide; decideApproval can, and agent-work approve',
  ),
  'rate-limit-reached': {
    description: 'Every rate limit is used up: 429 with Retry-After until time has passed.',
    takes: [],
    bring({ workspace, windows }) {
      const limited = operationIds.map(id => operations[id] as OperationRow).filter(row => row.rateLimit)
      for (const { id } of workspace.tables.keys.all())
        for (const row of limited) windows.useUp(row, id, workspace.now(), workspace.profile)
      const seconds = Math.max(...limited.map(row => row.rateLimit?.windowSeconds ?? 0))
      const names = limited.map(({ id }) => id).join(', ')
      return { says: `The limits of ${names} are used up for ${seconds} seconds of the clock.` }
    },
  },
  'balance-ends': {
    description: 'The wallet is empty: what costs money is refused or stops, as the profile has it.',
    takes: [],
    bring({ workspace }) {
      setBalance(workspace, 0)
      return { says: 'The balance is 0 euros; top it up to go on.' }
    },
  },
  'service-fails': fault('The next request is answered with 503 and Retry-After.', {
    times: 1,
    effects: [{ do: 'reply', status: 503, retry_after_seconds: 2 }],
  }),
  'service-slow': fault('The next request takes five seconds of the clock.', {
    times: 1,
    effects: [{ do: 'delay', takes: '5s' }],
  }),
  'reply-lost': fault('The next write is done, but its reply is lost: was it done or not?', {
    on: { method: 'POST' },
    times: 1,
    effects: [{ do: 'drop', when: 'after' }],
  }),
  'stream-breaks': fault('The next stream breaks off after two events; it can be resumed.', {
    on: { operation: ['streamChat', 'createChatCompletion', 'createAgentCompletion'] },
    times: 1,
    effects: [{ do: 'cut-stream', after_events: 2 }],
  }),
}

export const situations = {
  listSituations: () => ({ data: listSituations() }),

  /** Triggers a situation at once, without moving the clock. */
  triggerSituation({ path, body: details = {} }, { hosted }): Triggered {
    const { workspace } = hosted
    const { takes, bring } = KINDS[path.situation]
    for (const name of Object.keys(details) as (keyof SituationDetails)[])
      if (!takes.includes(name)) {
        const expected = takes.length === 0 ? 'it takes none' : `it takes ${takes.join(', ')}`
        throw invalid(name, `left out for ${path.situation}; ${expected}`, details[name])
      }
    const { result, transitions } = recording(workspace, () => bring(hosted, details))
    return { situation: path.situation, run_id: null, fault_id: null, ...result, transitions }
  },
} satisfies Partial<ControlFunctions>

export function listSituations(): Situation[] {
  return Object.entries(KINDS).map(([name, { description }]) => ({
    name: name as SituationName,
    description,
  }))
}

/** `state` is the end of a sentence, in which `<run>` stands for what a command takes. */
function run(description: string, scriptWith: (text?: string) => string, state: string): SituationKind {
  return {
    description,
    takes: ['agent', 'by', 'text', 'input'],
    bring({ workspace }, { agent: wanted, by, text, input: more }) {
      const { agents, keys, people } = workspace.tables
      const [agent] =
        wanted === undefined
          ? [...agents.range('byHandle', 'agent-that-finishes', { limit: 1 }), ...agents.all()]
          : [agentMeant(workspace, wanted)]
      if (!agent)
        throw new ControlRefusal(
          'situation_needs_agent',
          'This needs an agent, and the workspace has none; make it from demo or quiet.',
        )
      const startedBy =
        (by === undefined ? undefined : personMeant(workspace, by).id) ??
        keys.all().find(({ name }) => name === 'member')?.personId ??
        people.all()[0]?.id ??
        agent.id
      const input = { task: description, ...more, [SCRIPT_INPUT]: scriptWith(text) }
      const { id } = startRun(workspace, { agent, startedBy, input })
      const where = workspace.id === 'demo' ? id : `-w ${workspace.id} ${id}`
      return { run_id: id, says: `The run ${id} of ${agent.name} ${state.replace('<run>', where)}.` }
    },
  }
}

function fault(description: string, spec: FaultSpec): SituationKind {
  return {
    description,
    takes: ['on', 'times'],
    bring(hosted, details) {
      const { id } = addFault(hosted, { ...spec, ...details })
      return {
        fault_id: id,
        says: `${description} Its fault is ${id}; without such a request it ends in 15 minutes.`,
      }
    },
  }
}
