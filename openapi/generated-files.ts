// Reads what `npm run generate` wrote beside this file.
import { readFileSync } from 'node:fs'

/** Parses a file of `generated/`. */
export function readGenerated<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./generated/${name}`, import.meta.url), 'utf8')) as T
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
