/** Corresponding values of both sides, and the schema that templates refer to. */
import type { Schema } from '#openapi'
import { resolvedOf, type Source, sourcesOf } from './source-members.ts'

/** A value of the deployment, and the mock's value that its template refers to; undefined where there is none. */
export interface Sample {
  readonly theirs: unknown
  readonly ours: unknown
  /** The mock's whole reply, where `ours` is a part of it. */
  readonly reply?: unknown
}

/** A member that is missing. */
export const ABSENT = Symbol('absent')

/** What a template can refer to: a schema of the default contract with its members. */
export interface Scope {
  readonly schema: Schema
  /** The component of the schema, or the one that contains it. */
  readonly within: string
  readonly sources: readonly Source[]
  /** The scope of the whole reply, where this is a part of it. */
  readonly reply?: Scope
  /** The member that contains the record; empty without a wrapper. */
  readonly wrapper?: string
}

export function scopeOf(schema: Schema, within = '', reply?: Scope): Scope {
  const { schema: own, component } = resolvedOf(schema)
  const name = component ?? within
  return { schema: own, within: name, sources: sourcesOf(own, name), ...(reply ? { reply } : {}) }
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/**
 * Whether so many of a member's values decide what it is: more than half. With fewer, the exceptions that every recording
 * has (a null, a record in another state) would decide; with nearly all, the few that a member of two kinds has.
 */
export function isMost<T>(all: readonly T[], is: (one: T) => boolean): boolean {
  return all.filter(is).length > all.length / 2
}

/** The share of values that decides. The others may be rows that were paired wrongly, or runs that went on between two calls. */
export const NEARLY_ALL = 0.9

/** Something that was seen this many times is no coincidence. */
export const OFTEN = 3

/** The value that at least half of all are. */
export function majority<T>(all: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T, number>()
  for (const one of all) if (one !== undefined) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1])
  return best && best[1] >= all.length / 2 ? best[0] : undefined
}

export function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, one) => all + one, 0)
}

/** A selection of samples; those with a counterpart in the mock first. */
export function someOf(samples: readonly Sample[], most: number): readonly Sample[] {
  if (samples.length <= most) return samples
  const met = spread(
    samples.filter(({ ours }) => ours !== undefined),
    most,
  )
  const others = samples.filter(({ ours }) => ours === undefined)
  return [...met, ...spread(others, most - met.length)]
}

/** An evenly spaced selection. */
export function spread<One>(all: readonly One[], most: number): readonly One[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]!)
}
