// Lists the packages that are installed with the published package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RunTimePackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Whether it has an install script. */
  readonly hasInstallScript: boolean
}

interface Entry extends Partial<RunTimePackage> {
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The transitive dependencies of the package by name, from the lock file. */
export function runTimePackages(root: string): RunTimePackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>
  }
  const found = new Map<string, RunTimePackage>()
  const add = (from: string) => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const place = placeOf(name, from, packages)
      if (found.has(place)) continue
      const { version = '', license = '', hasInstallScript = false } = packages[place] ?? {}
      found.set(place, { name, version, license, hasInstallScript })
      add(place)
    }
  }
  add('')
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Where Node finds a required package: below the requiring one, or below one of its parents. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string {
  for (let below = from; ; below = below.slice(0, Math.max(0, below.lastIndexOf('/node_modules/')))) {
    const place = `${below === '' ? '' : `${below}/`}node_modules/${name}`
    if (packages[place]) return place
    if (below === '') throw new Error(`the lock file has no ${name} for ${from}`)
  }
}
