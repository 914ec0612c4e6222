/** Keys given as flags: `KEY`, `env:VARIABLE` or `file:PATH`, optionally with a name: `member=env:MEMBER_KEY`. */
import { secretIn } from '../../flags/files.ts'
import { TargetProblem } from './problem.ts'
import type { KeyInput, Role } from './target-schema.ts'

const ROLES: readonly string[] = ['admin', 'manager', 'member']

export function keysFromFlags(flags: readonly string[], env: NodeJS.ProcessEnv): Record<string, KeyInput> {
  const keys: Record<string, KeyInput> = {}
  for (const [index, flag] of flags.entries()) {
    // A key may end in `=`, so a name must be a plain word with other characters after the sign.
    const named = /^([a-z][a-z0-9-]*)=(.*[^=].*)$/s.exec(flag)
    const name = named?.[1] ?? (index === 0 ? 'key' : `key-${index + 1}`)
    const given = named?.[2] ?? flag
    if (ROLES.includes(given.slice(0, -1)) && given.endsWith('='))
      throw new TargetProblem(
        `--key ${flag} has no key: write --key ${flag}KEY, ${flag}env:VARIABLE or ${flag}file:PATH`,
      )
    const path = /^file:(.+)$/s.exec(given)?.[1]
    if (path !== undefined) secretIn(path, `--key ${flag}: ${path}`)
    const variable = /^env:(\w+)$/.exec(given)?.[1]
    if (variable !== undefined && !env[variable]) {
      throw new TargetProblem(`--key ${flag}: the environment variable ${variable} is not set`)
    }
    if (name in keys)
      throw new TargetProblem(`two keys are called ${name}; give each a name of its own: --key NAME=KEY`)
    const role = ROLES.includes(name) ? { role: name as Role } : {}
    const key =
      path !== undefined ? { file: path } : variable !== undefined ? { env: variable } : { value: given }
    keys[name] = { ...key, ...role }
  }
  return keys
}
