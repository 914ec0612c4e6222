import { readFileSync } from 'node:fs'

/** The version of the package that this is part of. */
export function ownVersion(): string {
  // The source and the build both have a package.json at this place.
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
