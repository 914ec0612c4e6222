/** Lawful deployments that differ from the usual one: any `violated` on one of them is an error of the suite. */

import type { Workspace } from '#mock'
import { type Gap, gaps } from '#openapi'
import type { TargetInput } from '../../conformance/target/target-schema.ts'
import type { Deviation } from './deployment.ts'
import { noisyVariants } from './noisy-variants.ts'
import type { Variant } from './variant.ts'

const open: readonly Gap[] = gaps.filter(gap => !gap.observed_only)

/** Gaps about rate limits. */
const LIMITS = new Set<string>([
  'analytics-rate-limits',
  'rate-limit-window',
  'rate-limit-subject',
  'status-rate-limited',
  'rate-limit-headers',
])

/** The unmodified mock under every answer of every gap, one at a time. */
const singles: Variant[] = open.flatMap(gap =>
  gap.answers
    .filter(answer => answer.id !== gap.default)
    .map(answer => ({
      id: `gap/${gap.id}=${answer.id}`,
      what: `${gap.title}: ${answer.means}`,
      deviation: { profile: { [gap.id]: answer.id } },
      ...(LIMITS.has(gap.id) && { limits: true as const }),
    })),
)

/** Combinations that contain every pair of answers of different gaps at least once. */
const pairs: Variant[] = pairwise(open.map(gap => gap.answers.map(answer => answer.id))).map((row, n) => ({
  id: `pairs/${n + 1}`,
  what: 'a combination of answers to all gaps',
  limits: true,
  deviation: {
    profile: Object.fromEntries(open.map((gap, at) => [gap.id, row[at]])),
  },
}))

const less = (what: string, target: NonNullable<Variant['target']>): Variant => ({
  id: `poor/${what.replaceAll(' ', '-')}`,
  what,
  target,
})

/** Keeps one key, and the fixtures that need no other. */
function only({ keys, fixtures = {}, ...target }: TargetInput, name: string): TargetInput {
  const admins = ['pending-approval', 'pending-gate', 'decided-approval']
  const usable = Object.entries(fixtures).filter(
    ([fixture, { key = admins.includes(fixture) ? 'admin' : name }]) => key === name,
  )
  return { ...target, keys: { [name]: keys[name]! }, fixtures: Object.fromEntries(usable) }
}

/** Empties a list. */
const empty = (operation: string): Deviation => ({
  intercept: {
    reply: (answer, exchange) =>
      exchange.operation?.id === operation && 'body' in answer
        ? ({ ...answer, body: { ...(answer.body as object), data: [], total: 0 } } as never)
        : answer,
  },
})

const poor: Variant[] = [
  less('no fixtures at all', target => ({ ...target, fixtures: {} })),
  less('one key only', target => only(target, 'admin')),
  less('one key whose scopes are not named', ({ keys, ...target }) => ({
    ...target,
    fixtures: {},
    keys: { key: { value: keys.admin!.value! } },
  })),
  less('keys whose scopes are not named', ({ keys, ...target }) => ({
    ...target,
    keys: Object.fromEntries(Object.entries(keys).map(([name, { scopes: _, ...key }]) => [name, key])),
  })),
  less('a member only', target => only(target, 'member')),
  less('a reading key only', target => only(target, 'read-only')),
  less('no runs to spend', target => ({ ...target, budget: { runs: 0 } })),
  less('three runs to spend', target => ({ ...target, budget: { runs: 3 } })),
  less('no fixture agents', target => ({
    ...target,
    fixtures: Object.fromEntries(
      Object.entries(target.fixtures ?? {}).filter(([name]) => !name.startsWith('agent-')),
    ),
  })),
  less('nothing but tasks', target => ({
    ...target,
    absent: [
      'agents',
      'runs',
      'streams',
      'workflows',
      'approvals',
      'analytics',
      'agencies',
      'completions',
      'models',
      'knowledge',
    ],
  })),
  {
    ...less('no workflows', ({ fixtures, ...target }) => ({
      ...target,
      fixtures: { ...fixtures, workflow: {}, 'workflow-with-gate': {} },
    })),
    deviation: empty('listWorkflows'),
  },
  {
    // A run that waits for an approval would create one.
    ...less('no pending approvals', ({ fixtures, ...target }) => ({
      ...target,
      fixtures: { ...fixtures, 'agent-waits-approval': {}, 'pending-approval': {} },
    })),
    deviation: empty('listPendingApprovals'),
  },
  {
    ...less('no gates to decide', ({ fixtures, ...target }) => ({
      ...target,
      fixtures: { ...fixtures, 'workflow-with-gate': {}, 'pending-gate': {} },
    })),
    deviation: empty('listPendingWorkflowApprovals'),
  },
  less('a history of nothing', target => ({
    ...target,
    fixtures: { ...target.fixtures, 'task-with-runs': {}, 'old-done-task': {}, 'archived-task': {} },
  })),
]

const slow: Variant[] = [20, 120].map(ms => ({
  id: `slow/${ms}-ms`,
  what: `every reply takes ${ms} ms longer`,
  deviation: delaying(ms),
}))

function delaying(ms: number): Deviation {
  return {
    intercept: {
      handler: (_, handler) =>
        ((request: never, context: never) =>
          new Promise(resolve => setTimeout(resolve, ms)).then(() => handler(request, context))) as never,
    },
  }
}

/** A busy processor: every tenth request is delayed. */
const busy: Variant = {
  id: 'noisy/processor',
  what: 'the processor is taken by other work now and then',
  deviation: (() => {
    let n = 0
    return {
      arrive() {
        n += 1
        const until = performance.now() + (n % 10 === 0 ? 15 : 0)
        while (performance.now() < until);
        return undefined
      },
    } satisfies Deviation
  })(),
}

/** Replies out of order, and a clock that is adjusted by milliseconds. */
const jumping: Variant = {
  id: 'noisy/clock',
  what: 'the clock jumps by milliseconds, and replies overtake each other',
  deviation: (() => {
    let n = 0
    return {
      intercept: {
        handler: (_, handler) =>
          ((request: never, context: { workspace: Workspace }) => {
            n += 1
            context.workspace.simulation.advance((n * 7) % 40)
            const later = new Promise(resolve => setTimeout(resolve, (n * 13) % 30))
            return later.then(() => handler(request, context as never))
          }) as never,
      },
    } satisfies Deviation
  })(),
}

export const variants: readonly Variant[] = [
  { id: 'clean', what: 'the mock as it is', limits: true },
  ...singles,
  ...pairs,
  ...poor,
  ...slow,
  busy,
  jumping,
  ...noisyVariants,
]

/**
 * Rows of choices that contain every pair of choices from two columns (all-pairs testing). Each row is filled column by
 * column with the choice that covers most uncovered pairs.
 */
export function pairwise(columns: readonly (readonly string[])[]): string[][] {
  const open = new Set<string>()
  const pair = (a: number, x: string, b: number, y: string) =>
    a < b ? `${a}=${x}|${b}=${y}` : `${b}=${y}|${a}=${x}`
  for (const [a, left] of columns.entries())
    for (let b = a + 1; b < columns.length; b++)
      for (const x of left) for (const y of columns[b] ?? []) open.add(pair(a, x, b, y))
  const rows: string[][] = []
  while (open.size > 0) {
    const row: string[] = []
    // Starts the row with an uncovered pair, so that every row covers one.
    const [first = ''] = open
    const fixed = new Map(first.split('|').map(part => part.split('=') as [string, string]))
    const order = [...columns.keys()].sort(
      (a, b) => Number(fixed.has(String(b))) - Number(fixed.has(String(a))),
    )
    const filled: number[] = []
    for (const at of order) {
      const met = (choice: string) =>
        filled.filter(other => open.has(pair(at, choice, other, row[other]!))).length
      const given = fixed.get(String(at))
      row[at] =
        given ?? columns[at]!.toSorted((x, y) => met(y) - met(x) || ((rows.length + at) % 2 ? 1 : -1))[0]!
      filled.push(at)
    }
    for (const [a, x] of row.entries())
      for (let b = a + 1; b < row.length; b++) open.delete(pair(a, x, b, row[b]!))
    rows.push(row)
  }
  return rows
}
