// The dialect of a deployment: the names and forms of its messages, in terms of the default contract.
import type { components } from './generated/twin.gen.ts'

type Schemas = components['schemas']

/** The part of a twin file, and what is made of its other parts. */
export interface Dialect extends FileDialect {
  /** How long replies take, how late figures are, and rate limits. Only `withPace` sets this; no file may. */
  readonly pace?: Pace
  /** Violations of the specification. Only `withViolations` sets this; no file may. */
  readonly wrong?: Pick<Violation, 'statuses' | 'members'>
}

type FileDialect = Schemas['Dialect']
export type RequestRule = Schemas['RequestRule']
export type RequestRules = NonNullable<FileDialect['requests']>
export type EventsDialect = Schemas['EventsDialect']
export type EventDialect = Schemas['EventDialect']
export type RefusalDialect = Schemas['RefusalDialect']

export type Lengths = Schemas['Lengths']
export type OperationPace = Schemas['OperationPace']

/** By operation; `*` for the times of the others. */
export type Pace = NonNullable<TwinFile['pace']>

/** A deployment's violations of the specification, by requirement; served only on request. */
export type Violations = NonNullable<TwinFile['violations']>
export type Violation = Schemas['Violation']
export type WrongMembers = Schemas['WrongMembers']
export type WrongKind = Schemas['WrongKind']

/** A twin file as `twin.yaml` describes it. */
export type TwinFile = Schemas['Twin']

/** Whether a key of `refusals` is a status: `404`. */
export function isStatus(key: string): boolean {
  return /^[45]\d\d$/.test(key)
}
