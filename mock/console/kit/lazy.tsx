import type { ComponentType, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { connection } from '../state/live.ts'

/**
 * A component that is loaded when it is first shown, so that the first screen comes without it, or when `load` is called.
 * While the mock is away that fails, so it is loaded again with every change of the connection. `Waiting` stands in its
 * place meanwhile, and `Failed` after a failure.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: FunctionComponent = () => null,
  Failed: FunctionComponent<{ error: Error }> = Waiting,
) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let wasAway = false
  const begin = async () => {
    try {
      Loaded = await load()
    } catch (error) {
      // A browser may remember that it could not fetch a module, until the page is loaded again.
      if (wasAway && connection.value.state === 'live') location.reload()
      wasAway ||= connection.value.state === 'lost'
      throw error
    }
  }
  const whenLoaded = () => {
    loading ??= begin().finally(() => {
      loading = undefined
    })
    return loading
  }
  function Lazy(props: Props) {
    const [outcome, setOutcome] = useState<Error | 'loaded'>()
    useEffect(() => {
      if (!Loaded) whenLoaded().then(() => setOutcome('loaded'), setOutcome)
    }, [connection.value.state])
    if (Loaded) return <Loaded {...props} />
    return outcome instanceof Error ? <Failed error={outcome} /> : <Waiting />
  }
  return Object.assign(Lazy, { load: () => void whenLoaded().catch(() => {}) })
}
