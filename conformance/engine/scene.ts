/** Which scenario a call belongs to, and how late it is there: by our own clock, or by that of a recording. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Scene {
  scenario: string
  /** Milliseconds since the run of the suite began, as a recording tells them; undefined by our own clock. */
  recorded: number | undefined
}

const scenes = new AsyncLocalStorage<Scene>()

/** Everything that `tell` does belongs to that scenario; `recorded` is when it began, where a recording is judged. */
export const inScene = <T>(
  scenario: string,
  recorded: number | undefined,
  tell: () => Promise<T>,
): Promise<T> => scenes.run({ scenario, recorded }, tell)

export const sceneNow = (): number => scenes.getStore()?.recorded ?? performance.now()

export const sceneName = (): string => scenes.getStore()?.scenario ?? ''

/** In a recording nothing is waited for: it is as late as what was recorded. */
export function advanceTo(ms: number) {
  const scene = scenes.getStore()
  if (scene?.recorded !== undefined) scene.recorded = Math.max(scene.recorded, ms)
}
