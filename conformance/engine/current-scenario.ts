/** Which scenario a call belongs to, and its clock: our own, or that of the recording that is judged again. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface CurrentScenario {
  id: string
  /** Milliseconds since the recorded run began; undefined where a deployment is judged. */
  recorded: number | undefined
}

const current = new AsyncLocalStorage<CurrentScenario>()

/** Everything that `run` does belongs to that scenario; `recorded` is when it began in the recording under judgement. */
export const inScenario = <T>(id: string, recorded: number | undefined, run: () => Promise<T>): Promise<T> =>
  current.run({ id, recorded }, run)

export const scenarioNow = (): number => current.getStore()?.recorded ?? performance.now()

export const scenarioName = (): string => current.getStore()?.id ?? ''

/** A replay does not wait: its clock jumps to the moment of the recorded answer. */
export function advanceTo(ms: number) {
  const scenario = current.getStore()
  if (scenario?.recorded !== undefined) scenario.recorded = Math.max(scenario.recorded, ms)
}
