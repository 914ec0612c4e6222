// Bodies for the walk: what a client would send to each operation, and nonsense.
import type { OperationId } from '#openapi'
import type { Random } from '../simulation/random.ts'

type Ids = (name: string) => string

/** A body that a client might well send. */
export function generateBody(operation: OperationId, random: Random, ids: Ids): unknown {
  switch (operation) {
    case 'startRun':
      return random.chance(0.3)
        ? {}
        : { triggered_by: 'walk', input: { task: 'Walk on.', ...script(random) } }
    case 'respondToRun':
      return random.pick([
        { answer: 'March' },
        { values: { amount: 12, currency: 'EUR', reason: 'Damaged goods' } },
        { decisions: [] },
        {},
      ])
    case 'createTask':
      return {
        title: random.pick(['Walk the list', 'Sort the inbox', '']),
        ...some(random, {
          priority: random.pick(['urgent', 'high', 'medium', 'low', 'none']),
          status: random.pick(['backlog', 'todo', 'done']),
          board_id: random.pick([null, ids('board_id')]),
          parent_task_id: ids('task_id'),
          requires_approval: true,
          assignee_type: 'agent',
          assignee_id: ids('agent_id'),
          due_date: '2026-12-01T00:00:00Z',
          tags: ['walk'],
        }),
      }
    case 'updateTask':
      return some(random, {
        title: random.pick([null, 'Walk further']),
        priority: random.pick([null, 'low']),
        position: random.int(-5, 5),
        max_runs_per_hour: random.pick([null, 0, 1]),
        budget_euros: random.pick([null, 0, 0.001]),
        requires_approval: random.pick([null, true, false]),
        board_id: random.pick([null, ids('board_id')]),
      })
    case 'setTaskAssignee':
      return random.pick([
        { type: 'agent', id: ids('agent_id') },
        { type: 'user', id: ids('user_id') },
        { type: null, id: null },
        { type: 'agent', id: null },
      ])
    case 'setTaskStatus':
      return { status: random.pick(['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled']) }
    case 'createChatCompletion':
      return {
        model: ids('model'),
        messages: [{ role: 'user', content: 'Hello' }],
        stream: random.chance(0.3),
      }
    case 'createAgentCompletion':
      return {
        agentId: ids('agent_id'),
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        stream: random.chance(0.3),
      }
    case 'searchKnowledge':
      return {
        query: random.pick(['invoice', 'holiday', '']),
        topK: random.pick([null, 1, 3]),
        hybrid: random.chance(0.5),
      }
    default:
      return random.chance(0.5) ? {} : { reason: 'walk' }
  }
}

/** A body that no client should send. */
export function strangeBody(random: Random): unknown {
  return random.pick<unknown>([
    null,
    [],
    'text',
    17,
    { title: 17 },
    { status: null },
    { input: { task: 1 } },
    { x: { y: [] } },
  ])
}

function script(random: Random): Record<string, string> {
  if (random.chance(0.4)) return {}
  return {
    mock_script: random.pick([
      'work 2s; finish Done.',
      'work 1s; ask Which?; work 1s; finish Used {{answer}}.',
      'ask-fields Pay what?: amount number, currency text, reason text; finish Paid.',
      'approval Release it; work 1s; finish Released.',
      'work 1s; fail No luck.',
      'work 90m; finish Late.',
      'agent-that-asks-decisions',
    ]),
  }
}

function some(random: Random, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(() => random.chance(0.3)))
}
