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

// A cancel may take effect late, after which a retry is lawful: the retry comes first.
const inTurn = (pause: Cell, resume: Cell, cancel: Cell, retry: Cell, stop: Cell, respond: Cell) => ({
  ...{ pause, resume, retry, cancel, stop },
  ...{ answer: respond, values: respond, decisions: respond },
})

// What a resume does to a question or to an approval is not stated; scenarios of their own send wrong answers. A run that
// waits for a person is paused: it is not running, and has not ended.
// biome-ignore format: one line for each state, one column for each move
export const STATES = {
  //                              pause       resume      cancel      retry       stop        respond
  running:                 inTurn('lawful',   'STATE-10', 'lawful',   'STATE-28', 'lawful',   'STATE-46'),
  paused:                  inTurn('STATE-05', 'lawful',   'STATE-17', 'STATE-29', 'lawful',   'STATE-47'),
  asks:                    inTurn('STATE-05', 'open',     'STATE-17', 'STATE-29', 'lawful',   'open'),
  'waits for an approval': inTurn('STATE-05', 'open',     'STATE-17', 'STATE-29', 'lawful',   'open'),
  finished:                inTurn('STATE-06', 'STATE-11', 'STATE-18', 'STATE-30', 'STATE-35', 'STATE-48'),
  failed:                  inTurn('STATE-07', 'STATE-12', 'STATE-19', 'lawful',   'STATE-36', 'STATE-48'),
  cancelled:               inTurn('STATE-08', 'STATE-13', 'STATE-20', 'lawful',   'STATE-37', 'STATE-48'),
  stopped:                 inTurn('STATE-09', 'STATE-14', 'STATE-21', 'STATE-31', 'STATE-38', 'STATE-48'),
} as const satisfies Record<string, Record<Move, Cell>>

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
