// What can go wrong on purpose, as plain JSON: when, how often, and how.

import type { Duration } from '../simulation/duration.ts'

/** `before` the service does anything; `after` it has done, and kept, what was asked. */
export type Phase = 'before' | 'after'

/** How long it takes, each time. */
export type Spread =
  | Duration
  /** Evenly between the two. */
  | { readonly between: Duration[] }
  | { readonly normal: { readonly mean: Duration; readonly deviation: Duration } }
  | { readonly lognormal: { readonly median: Duration; readonly sigma: number } }
  /** By percentile, such as `{ 50: '120ms', 95: '800ms', 99: '3s' }`; in between it rises evenly. */
  | { readonly percentiles: Readonly<Record<string, Duration>> }

/** What goes wrong. */
export type Effect =
  | {
      /** Lets time pass: the workspace's, so that on a frozen clock it waits until the clock is moved. */
      readonly do: 'delay'
      readonly takes: Spread
      readonly when?: Phase
      /** Real milliseconds instead. */
      readonly real_time?: boolean
    }
  | {
      /** Another reply than the service's. */
      readonly do: 'reply'
      readonly when?: Phase
      readonly status: number
      /** Without it, 429 and 503 name the rest of the fault's window, if it has one. */
      readonly retry_after_seconds?: number
      readonly retry_after_as?: 'seconds' | 'date'
      readonly headers?: Readonly<Record<string, string>>
      /** JSON, or a text that is sent as it is; without it, an error as the service writes them. */
      readonly body?: unknown
    }
  | {
      /** No reply: the connection is reset, or closed in an orderly way. */
      readonly do: 'drop'
      readonly when?: Phase
      readonly how?: 'reset' | 'close'
    }
  | {
      /** Content-Length promises all of the body, and only a part comes before the connection ends. */
      readonly do: 'cut'
      /** Half of it unless told. */
      readonly after_bytes?: number
    }
  | { readonly do: 'trickle'; readonly bytes_per_second: number; readonly real_time?: boolean }
  | {
      readonly do: 'malform'
      readonly how: Malformation
      /** Which field is missing or of a wrong type; the first one of the body, or of its first item, unless told. */
      readonly field?: string
    }
  | {
      /** A stream ends in the middle. */
      readonly do: 'cut-stream'
      readonly after_events: number
      /** Between two events unless told; `character` sends a part of the bytes of one letter. */
      readonly inside?: 'event' | 'character'
      readonly how?: 'reset' | 'close'
    }
  /** A stream that is resumed begins with that many events that were sent before. */
  | { readonly do: 'repeat-events'; readonly count: number }
  /** Neighbouring events change places, within stretches of that many. */
  | { readonly do: 'shuffle-events'; readonly span?: number }
  /** A stream comes in pieces of that many bytes, wherever events and letters end. */
  | { readonly do: 'split-stream'; readonly bytes: number }
  /** Reads answer with the world as it was when the fault was set, or always so far behind. */
  | { readonly do: 'stale'; readonly behind?: Duration }

export const malformations = [
  'broken-json',
  'empty',
  'html',
  'wrong-content-type',
  'missing-field',
  'wrong-type',
  'unknown-field',
] as const
export type Malformation = (typeof malformations)[number]

/** Which requests a fault is for; every condition given must hold. */
export interface FaultTarget {
  /** An operationId, or some of them. */
  readonly operation?: string | string[]
  /** A tag of the contract, such as `tasks`. */
  readonly tag?: string
  readonly method?: string
  /** The whole path; `*` stands for any text without a slash, `**` for any text. */
  readonly path?: string
  /** The id or the name of a key: what makes a fault reach one client and no other. */
  readonly key?: string
}

/** A fault to be set. */
export interface FaultSpec {
  readonly on?: FaultTarget
  /** Spares that many requests first. */
  readonly skip?: number
  /** Strikes at most so often. */
  readonly times?: number
  /** Strikes with this probability, from 0 to 1; which requests it strikes follows from the seed. */
  readonly probability?: number
  /** An instant of the workspace's clock from which it strikes. */
  readonly from?: string
  /** An instant of the workspace's clock up to which it strikes. */
  readonly until?: string
  /** The same as a length of time of the workspace's clock, from now or from `from`. */
  readonly for?: Duration
  /** The real time after which it is gone, whatever becomes of who set it: 15 minutes unless told, 0 for never. */
  readonly ttl?: Duration
  readonly effects: readonly Effect[]
}

/** A fault as it stands. */
export interface FaultState extends Omit<FaultSpec, 'effects'> {
  readonly effects: Effect[]
  readonly id: string
  /** How many requests it was for, and how many it struck. */
  readonly met: number
  readonly struck: number
  /** Whether it may still strike. */
  readonly active: boolean
}

/** A fault that strikes an exchange with one of its effects. */
export interface Strike<Kind extends Effect['do'] = Effect['do']> {
  readonly fault: string
  readonly effect: Extract<Effect, { do: Kind }>
}
