import { effect, type ReadonlySignal, signal } from '@preact/signals'

/** The same value, no more often than every so many milliseconds. */
export function throttled<Value>(source: ReadonlySignal<Value>, ms: number): ReadonlySignal<Value> {
  const target = signal(source.peek())
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    void source.value
    if (timer === undefined)
      timer = setTimeout(() => {
        timer = undefined
        target.value = source.peek()
      }, ms)
  })
  return target
}
