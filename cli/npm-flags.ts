import type { FlagTable } from '../flags/flag.ts'

/**
 * The flags of `npm start --port 4011`: without two dashes before them, npm takes flags for settings of its own and leaves
 * them in the environment of the script.
 */
export function flagsTakenByNpm(
  env: Readonly<Record<string, string | undefined>>,
  flags: FlagTable,
): readonly string[] {
  // The scripts of other projects have settings of their own.
  if (env.npm_package_name !== 'agent-work' || env.npm_lifecycle_event === undefined) return []
  return Object.entries(flags).flatMap(([name, { placeholder }]) => {
    const text = NPMS_OWN.has(name) ? undefined : env[`npm_config_${name.replaceAll('-', '_')}`]
    if (text === undefined) return []
    return placeholder === undefined ? [`--${name}`] : [`--${name}=${text}`]
  })
}

/** Flags that are settings of npm, too, so that the environment may have them for another reason. */
const NPMS_OWN: ReadonlySet<string> = new Set('json key cert long package quiet workspace'.split(' '))
