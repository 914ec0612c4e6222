/** The scenario to which a call belongs, and its clock: real time, or the time of the recording being judged. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface CurrentScenario {
  id: string
  /** Milliseconds since the recorded run began; undefined when judging a live deployment. */
  recorded: number | undefined
}

const current = new AsyncLocalStorage<CurrentScenario>()

/** Runs `run` as part of that scenario; `recorded` is its start in the recording. */
export const inScenario = <T>(id: string, recorded: number | undefined, run: () => Promise<T>): Promise<T> =>
  current.run({ id, recorded }, run)

export const scenarioNow = (): number => current.getStore()?.recorded ?? performance.now()

export const scenarioName = (): string => current.getStore()?.id ?? ''

/** A replay does not wait: its clock jumps to the time of the recorded reply. */
export function advanceTo(ms: number) {
  const scenario = current.getStore()
  if (scenario?.recorded !== undefined) scenario.recorded = Math.max(scenario.recorded, ms)
}
