// The states of a run as the specification has them: where it is, how it came there, and which calls move it on.
import type { Schemas } from '../../calls/types.ts'
import { ReadPanel } from '../../kit/page.tsx'
import { useControl } from '../../state/reads.ts'
import { NextCalls } from './history.tsx'

const places = {
  running: [70, 60],
  paused: [70, 190],
  completed: [330, 30],
  failed: [330, 85],
  cancelled: [330, 140],
  stopped: [330, 195],
} as const

/** The moves, with the calls that make them and where these are written; without one, the run moves by itself. */
const moves: Readonly<
  Record<string, { calls: readonly string[]; path: string; at?: readonly [x: number, y: number] }>
> = {
  'running>paused': { calls: ['pauseRun'], path: 'M56 76 V174', at: [50, 118] },
  'paused>running': { calls: ['resumeRun', 'respondToRun'], path: 'M84 174 V76', at: [92, 118] },
  'running>completed': { calls: [], path: 'M124 56 C180 50 210 30 276 30' },
  'running>failed': { calls: [], path: 'M124 62 C180 66 220 85 276 85' },
  'running>cancelled': { calls: ['cancelRun'], path: 'M118 72 C170 96 200 140 276 140', at: [212, 118] },
  'running>stopped': { calls: ['stopRun'], path: 'M104 76 C140 150 190 186 276 192' },
  'paused>stopped': { calls: ['stopRun'], path: 'M124 194 C180 204 220 200 276 198', at: [190, 216] },
}

export function RunStates({ id, status }: { id: string; status: string }) {
  const read = useControl('readHistory', { path: { resource_id: id } })
  return (
    <ReadPanel title="Where it is, and what moves it on" read={read}>
      {({ history, next }) => {
        const been = new Set(history.map(({ from, to }) => `${from}>${to}`))
        const callable = new Set(next.map(({ operation }) => operation))
        return (
          <div class="stack">
            <svg
              class="states"
              viewBox="0 0 390 228"
              role="img"
              aria-label={`The run is ${status}. ${sentence(next)}`}
            >
              <defs>
                <marker
                  id="arrow"
                  viewBox="0 0 8 8"
                  refX="7"
                  refY="4"
                  markerWidth="6"
                  markerHeight="6"
                  orient="auto"
                >
                  <path d="M0 0 L8 4 L0 8 z" />
                </marker>
              </defs>
              {Object.entries(moves).map(([move, { calls, path, at }]) => {
                const isOpen = move.startsWith(`${status}>`) && calls.some(call => callable.has(call))
                return (
                  <g key={move} class={been.has(move) ? 'been' : isOpen ? 'open' : ''}>
                    <path class="move" d={path} marker-end="url(#arrow)" />
                    {at &&
                      calls.map((call, line) => (
                        <text
                          key={call}
                          x={at[0]}
                          y={at[1] + line * 14}
                          text-anchor={at[0] < 60 ? 'end' : 'start'}
                          class={isOpen && callable.has(call) ? 'open' : ''}
                        >
                          {call.replace('Run', '').replace('respondTo', 'respond')}
                        </text>
                      ))}
                  </g>
                )
              })}
              {Object.entries(places).map(([state, [x, y]]) => (
                <g key={state} class={`${state} ${state === status ? 'is-here' : ''}`}>
                  <rect x={x - 54} y={y - 16} width="108" height="32" rx="16" />
                  <text x={x} y={y + 5} text-anchor="middle">
                    {state}
                  </text>
                </g>
              ))}
            </svg>
            <NextCalls next={next} />
          </div>
        )
      }}
    </ReadPanel>
  )
}

function sentence(next: Schemas['ResourceHistory']['next']): string {
  return next.length === 0
    ? 'Nothing moves it on.'
    : `It takes now: ${next.map(({ operation }) => operation).join(', ')}.`
}
