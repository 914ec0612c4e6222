/** The numbers of tasks: their names, their forms, and which tasks have the same. */
import { also, handles, together } from '../mutants/mutant.ts'
import { refuses } from './differences.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'
import { tasks } from './tasks.ts'

/** Numbers behind a prefix that is no word of letters alone; other parts may have spelled the member anew. */
const long = (): Difference =>
  together(
    tasks(({ number: _, reference, ...task }) => ({
      ...(typeof reference === 'string' && { reference: reference.replace('-', '-TEAM_emea-') }),
      ...task,
    })),
    handles('getTaskByNumber', (request, context, handler) =>
      handler({ ...request, path: { ref: request.path.ref.replace('-TEAM_emea', '') } }, context),
    ),
  )

/** Numbers of ten digits, in `key`; other parts may have spelled the member anew. */
const digits = (): Difference =>
  together(
    tasks(task =>
      Object.fromEntries(
        Object.entries(task).flatMap(([name, value]) => {
          if (/^number$/i.test(name)) return []
          if (!/^(reference|key)$/i.test(name) || typeof value !== 'string') return [[name, value]]
          return [['key', value.replace(/\d+$/, one => String(BILLION + Number(one)))]]
        }),
      ),
    ),
    handles('getTaskByNumber', (request, context, handler) => {
      const ref = request.path.ref.replace(/\d+$/, (one: string) => String(Number(one) - BILLION))
      return handler({ ...request, path: { ref } }, context)
    }),
  )
const BILLION = 1_000_000_000

const boardNamed = (task: Loose) => ({ board: { key: 'BRD-1', id: task.board_id }, ...task })
const coded = (task: Loose) => ({ project_code: 'PRJ-7', ...task })
const isBare = ({ path: { ref } }: Loose) => /^\d+$/.test(ref)

/** Every board with tasks has each number; a bare one is refused as ambiguous, or as that of no task, with one status. */
const numbersShared = (): Difference =>
  together(
    handles('getTaskByNumber', (request, context, handler) => {
      const reference = request.path.ref
      const [, prefix, number] = /^(.+)-(\d+)$/.exec(reference) ?? []
      const { boards, tasks: all } = context.tables
      const board = boards.all().find((one: Loose) => one.prefix === prefix)
      const [same] = all.range('byReference', `#${Number(number)}`)
      const [itself] = all.range('byReference', reference)
      if (!board || !same || itself) return handler(request, context)
      const body = { id: `${same.id}_${prefix}`, number: same.number, reference, board_id: board.id }
      return { status: 200, body: { ...body, title: 'On another board', requires_approval: false } }
    }),
    refuses('getTaskByNumber', 'reference_ambiguous', 422, (request, { tables }) => {
      const [same] = tables.tasks.range('byReference', `#${Number(request.path.ref)}`)
      return isBare(request) && tables.tasks.all().some((one: Loose) => one.boardId !== same?.boardId)
    }),
  )

export const taskNumbers = dimensions('task', {
  codes: {
    what: 'members of a task that look like its number and are none',
    lawful: '2.1: the name of the number is not stated, and other members are not excluded',
    choices: {
      code: () => tasks(coded),
      sequence: () => tasks(task => ({ seq: 2, ...task })),
      board: () => tasks(boardNamed),
      key: () => tasks(({ reference, ...task }) => boardNamed({ key: reference, ...task })),
    },
  },
  number: {
    what: 'the form of the number of a task',
    lawful: '2.1: neither the name of the number nor the letters of a prefix are stated',
    choices: {
      long,
      digits,
      'long-beside-board': () => together(tasks(boardNamed), long()),
      'long-beside-code': () => together(tasks(coded), long()),
      text: () => tasks(({ number, reference: _, ...task }) => ({ serial: String(number), ...task })),
      order: () => tasks(({ number, reference: _, ...task }) => ({ board_order: number, ...task })),
    },
  },
  'number-bare': {
    what: 'bare numbers that several boards have',
    lawful:
      '2.1: a number is one on a board, and a bare one may be ambiguous; the status of such a refusal is not stated',
    choices: {
      shared: numbersShared,
      'out-of-sight': () =>
        refuses('getTaskByNumber', 'reference_ambiguous', 422, (request, { tables }) => {
          const some = tables.tasks.range('byReference', `#${Number(request.path.ref)}`)
          return isBare(request) && some.length > 0
        }),
    },
  },
  'number-again': {
    what: 'the number of a deleted task, which the next one gets',
    lawful: '2.1: it is not stated that a number is never given again',
    choices: {
      newest: () =>
        also('deleteTask', (_, { tables }) => {
          for (const board of tables.boards.all()) {
            const numbers = tables.tasks
              .all()
              .map((one: Loose) => (one.boardId === board.id ? one.number : 0))
            tables.boards.put({ ...board, lastNumber: Math.max(0, ...numbers) })
          }
        }),
    },
  },
})
