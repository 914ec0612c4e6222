// Reads files that `npm run generate` has written.
import { platform } from '#platform'

/** Parses a file of `generated/`. */
export function readGenerated<T>(name: string): T {
  return platform.readGenerated(import.meta.url, name) as T
}

/**
 * An object that is loaded when it is first looked into, so that a program which never does starts faster.
 *
 * @example const document = lazily(() => readGenerated<Contract>('openapi.json'))
 */
export function lazily<T extends object>(load: () => T): T {
  let loaded: T | undefined
  const value = () => (loaded ??= load())
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(value(), key),
    has: (_, key) => Reflect.has(value(), key),
    ownKeys: () => Reflect.ownKeys(value()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(value(), key),
  })
}
