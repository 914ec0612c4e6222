/**
 * The table of section 3: every state of a run by every move. A move that is stated for the state is lawful; what the
 * specification leaves open is open; any other names the requirement that it is refused.
 */

export const MOVES = {
  pause: { operation: 'pauseRun' },
  resume: { operation: 'resumeRun' },
  cancel: { operation: 'cancelRun' },
  retry: { operation: 'retryRun' },
  stop: { operation: 'stopRun' },
  answer: { operation: 'respondToRun', body: { answer: 'nobody asked' } },
  values: { operation: 'respondToRun', body: { values: { nobody: 'asked' } } },
  decisions: { operation: 'respondToRun', body: { decisions: [{ decision: 'approve' }] } },
} as const satisfies Record<string, { operation: string; body?: object }>

export type Move = keyof typeof MOVES
type Cell = `STATE-${number}` | 'lawful' | 'open'
type Row = Readonly<Record<Move, Cell>>

const responses = (cell: Cell) => ({ answer: cell, values: cell, decisions: cell })
/** A run that waits for a person is paused: it is not running, and has not ended. */
const PAUSED = { pause: 'STATE-05', cancel: 'STATE-17', retry: 'STATE-29', stop: 'lawful' } as const

export const STATES = {
  running: {
    pause: 'lawful',
    resume: 'STATE-10',
    cancel: 'lawful',
    retry: 'STATE-28',
    stop: 'lawful',
    ...responses('STATE-46'),
  },
  paused: { ...PAUSED, resume: 'lawful', ...responses('STATE-47') },
  // What a resume does to a question or to an approval is not stated; scenarios of their own send wrong answers.
  asks: { ...PAUSED, resume: 'open', ...responses('open') },
  'waits for an approval': { ...PAUSED, resume: 'open', ...responses('open') },
  finished: {
    pause: 'STATE-06',
    resume: 'STATE-11',
    cancel: 'STATE-18',
    retry: 'STATE-30',
    stop: 'STATE-35',
    ...responses('STATE-48'),
  },
  failed: {
    pause: 'STATE-07',
    resume: 'STATE-12',
    cancel: 'STATE-19',
    retry: 'lawful',
    stop: 'STATE-36',
    ...responses('STATE-48'),
  },
  cancelled: {
    pause: 'STATE-08',
    resume: 'STATE-13',
    cancel: 'STATE-20',
    retry: 'lawful',
    stop: 'STATE-37',
    ...responses('STATE-48'),
  },
  stopped: {
    pause: 'STATE-09',
    resume: 'STATE-14',
    cancel: 'STATE-21',
    retry: 'STATE-31',
    stop: 'STATE-38',
    ...responses('STATE-48'),
  },
} as const satisfies Record<string, Row>

export type StateName = keyof typeof STATES

/** The moves that a state refuses, with their requirements. */
export const refusedIn = (state: StateName): readonly (readonly [Move, string])[] =>
  Object.entries<Cell>(STATES[state]).flatMap(([move, cell]) =>
    cell.startsWith('STATE-') ? [[move as Move, cell] as const] : [],
  )

/** The requirements of a state, for the scenario that brings a run into it. */
export const refusalsIn = (...states: readonly StateName[]): string[] => [
  ...new Set(states.flatMap(state => refusedIn(state).map(([, requirement]) => requirement))),
]
