// The worlds in the package, completed by `npm run generate` from worlds/*.yaml.
import { platform } from '#platform'
import type { World } from './world.ts'

/** Their names; each may extend those before it. */
export const SHIPPED_WORLDS = ['empty', 'quiet', 'demo', 'second-tenant'] as const

type ShippedWorlds = Readonly<Record<(typeof SHIPPED_WORLDS)[number], World>>

let loaded: ShippedWorlds | undefined

/** Read on first use, because the file does not exist before it is generated. */
export function shippedWorlds(): ShippedWorlds {
  loaded ??= platform.readGenerated(import.meta.url, 'worlds.json') as ShippedWorlds
  return loaded
}
