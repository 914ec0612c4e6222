// Lists the packages that are installed with the published package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version: string
  readonly license: string
  readonly hasInstallScript?: boolean
  /** What npm marks: needed by development packages alone, by peers, where it can be installed, or a link. */
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
  readonly optional?: boolean
  readonly link?: boolean
}

/** The transitive dependencies of the package by name, from the lock file, in which npm marks all others. */
export function runTimePackages(root: string): (LockedPackage & { readonly name: string })[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  return Object.entries(packages).flatMap(([place, one]) => {
    const isOther = one.dev || one.devOptional || one.peer || one.optional || one.link
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? []
    return isOther || name === undefined ? [] : [{ ...one, name }]
  })
}
