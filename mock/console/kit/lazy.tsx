import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A component that is loaded when it is first shown, so that the first screen comes without it. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props) {
    const [, showAgain] = useState(false)
    useEffect(() => {
      if (!loaded)
        void load().then(component => {
          loaded = component
          showAgain(true)
        })
    }, [])
    const Component = loaded
    return Component ? <Component {...props} /> : null
  }
}
