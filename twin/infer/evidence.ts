import type { Privacy } from '../recording/privacy.ts'
import type { IdMap, Kind } from '../replay/id-map.ts'
import { PooledRecords } from './pooled-records.ts'
import type { Doubt } from './samples.ts'

/** What all operations together have shown. */
export interface Knowledge {
  readonly ids: IdMap
  readonly privacy: Privacy
  /** Votes for a source, by the record of the default contract and the path in the deployment's. */
  readonly votes: Map<string, Map<string, number>>
  /** How often each word of the deployment met each of ours, by enumeration. */
  readonly words: Map<string, Map<string, Map<string, number>>>
  readonly doubts: Doubt[]
  readonly records: PooledRecords
  /** The ids of the deployment that stand where ours of a kind do. */
  readonly idValues: Map<Kind, string[]>
  /** How many leaves were written. */
  leaves: number
}

/** Nothing is known yet but which things stand for each other. */
export function newKnowledge(ids: IdMap, privacy: Privacy): Knowledge {
  return {
    ids,
    privacy,
    votes: new Map(),
    words: new Map(),
    idValues: new Map(),
    doubts: [],
    records: new PooledRecords(),
    leaves: 0,
  }
}
