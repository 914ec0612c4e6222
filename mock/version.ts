// The source and the build both have a package.json at this place.
import manifest from '../package.json' with { type: 'json' }

/** The version of the package that this is part of. */
export function ownVersion(): string {
  return manifest.version
}
