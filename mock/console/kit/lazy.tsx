import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { connection } from '../state/live.ts'

/**
 * A component that is loaded when it is first shown, so that the first screen comes without it. While the mock is away
 * that fails, so it is loaded again with every change of the connection.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props) {
    const [, showAgain] = useState(false)
    useEffect(() => {
      if (!loaded)
        load().then(
          component => {
            loaded = component
            showAgain(true)
          },
          () => {},
        )
    }, [connection.value.state])
    const Component = loaded
    return Component ? <Component {...props} /> : null
  }
}
