import type { Twin } from '#mock'
import type { Privacy } from '../recording/privacy.ts'
import type { Kind } from '../replay/id-kinds.ts'
import type { IdMap } from '../replay/id-map.ts'
import { SharedRecords } from './shared-records.ts'

/** What a recording did not settle, as the twin lists it. */
export type Unsure = NonNullable<Twin['unsure']>[number]

/** What all operations together have shown. */
export interface Evidence {
  readonly ids: IdMap
  readonly privacy: Privacy
  /** Votes for a source, by the record of the default contract and the path in the deployment's. */
  readonly votes: Map<string, Map<string, number>>
  /** How often each word of the deployment met each of ours, by enumeration. */
  readonly words: Map<string, Map<string, Map<string, number>>>
  readonly unsure: Unsure[]
  readonly records: SharedRecords
  /** The ids of the deployment that stand where ours of a kind do. */
  readonly idValues: Map<Kind, string[]>
}

/** Nothing is known yet but which things stand for each other. */
export function newEvidence(ids: IdMap, privacy: Privacy): Evidence {
  return {
    ids,
    privacy,
    votes: new Map(),
    words: new Map(),
    idValues: new Map(),
    unsure: [],
    records: new SharedRecords(),
  }
}
