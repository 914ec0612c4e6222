// The version of a contract that follows from its changes, and the section of its changelog.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isScalar, parseDocument } from 'yaml'
import type { JsonObject } from '../contract/sources.ts'
import { asSections, type Description } from './describe.ts'

export interface Release {
  readonly before: string
  /** What the working tree says. */
  readonly current: string
  /** What follows from the changes. */
  readonly next: string
  readonly why: string
  /** The section of the changelog; undefined where nothing has changed. */
  readonly section: string | undefined
}

/**
 * The release of a contract after another: a major version if something breaks, a minor one for whatever else clients can
 * notice, a patch for texts (Semantic Versioning 2.0.0). Throws for a version that is not of the form 1.2.3.
 */
export function releaseOf(before: JsonObject, after: JsonObject, description: Description): Release {
  const [was, current] = [versionOf(before), versionOf(after)]
  const [, major, minor, patch] = (/^(\d+)\.(\d+)\.(\d+)$/.exec(was) ?? []).map(Number)
  if (major === undefined || minor === undefined || patch === undefined)
    throw new Error(
      `info.version must be of the form 1.2.3, but was ${was}. Correct it in the earlier contract.`,
    )
  const { differences } = description
  const release = (next: string, why: string, section = asSections(description)): Release => ({
    ...{ before: was, current, next, why },
    section: `## ${next}\n\n${section}`,
  })
  if (differences.some(({ effect }) => effect === 'breaks'))
    return release(`${major + 1}.0.0`, 'something breaks clients')
  if (differences.length > 0)
    return release(`${major}.${minor + 1}.0`, 'clients can notice it, and nothing breaks')
  if (!isDeepStrictEqual(withoutVersion(before), withoutVersion(after)))
    return release(
      `${major}.${minor}.${patch + 1}`,
      'only texts differ',
      'Texts: nothing changes for clients.\n',
    )
  return { before: was, current, next: was, why: 'nothing has changed', section: undefined }
}

const CHANGELOG = 'CHANGELOG.md'

/** Writes the version into the root document, and the section on top of the changelog beside it. */
export function writeRelease(
  folder: string,
  root: string,
  { before, current, next, section }: Release,
): void {
  const text = readFileSync(join(folder, root), 'utf8')
  const version = parseDocument(text).getIn(['info', 'version'], true)
  const [start, end] = (isScalar(version) && version.range) || []
  if (start === undefined || end === undefined) throw new Error(`${root} has no info.version. Add one.`)
  writeFileSync(join(folder, root), text.slice(0, start) + next + text.slice(end))
  const [head, ...sections] = changelogIn(folder)
  // What an earlier run wrote for the same release gives way.
  const kept = sections.filter(one => current === before || titleOf(one) !== current)
  const all = section === undefined ? kept : [`${section}\n`, ...kept]
  writeFileSync(join(folder, CHANGELOG), `${[head, ...all].join('').trimEnd()}\n`)
}

/** What is wrong with the version and the changelog of a contract, if something is. */
export function mistakeIn(folder: string, { current, next, why, section }: Release): string | undefined {
  if (current !== next) return `info.version must be ${next}, because ${why}, but is ${current}.`
  const isListed = changelogIn(folder).some(one => titleOf(one) === next)
  return section === undefined || isListed ? undefined : `${CHANGELOG} has no section ## ${next}.`
}

/** What stands before the sections of the changelog, and the sections. */
function changelogIn(folder: string): string[] {
  const file = join(folder, CHANGELOG)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '# Changelog of the contract\n\n'
  return text.split(/^(?=## )/m)
}

function titleOf(section: string): string | undefined {
  return /^## (\S+)/.exec(section)?.[1]
}

function versionOf({ info }: JsonObject): string {
  return String((info as JsonObject | undefined)?.version)
}

function withoutVersion(document: JsonObject): JsonObject {
  return { ...document, info: { ...(document.info as JsonObject), version: '' } }
}
