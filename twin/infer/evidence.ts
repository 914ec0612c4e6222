import type { Twin } from '#mock'
import type { Privacy } from '../recording/privacy.ts'
import type { Kind } from '../replay/id-kinds.ts'
import type { IdMap } from '../replay/id-map.ts'
import { SharedRecords } from './shared-records.ts'
import { Style } from './style.ts'

/** What a recording left undecided, as the twin file lists it. */
export type Unsure = NonNullable<Twin['unsure']>[number]

/** Evidence collected over all operations. */
export interface Evidence {
  readonly ids: IdMap
  readonly privacy: Privacy
  /** Votes for a source, by record of the default contract and path in the deployment's reply. */
  readonly votes: Map<string, Map<string, number>>
  /** How often each of the deployment's words coincided with each of ours, by enumeration. */
  readonly words: Map<string, Map<string, Map<string, number>>>
  readonly unsure: Unsure[]
  readonly records: SharedRecords
  /** The style of what was shown, for what was not. */
  readonly style: Style
  /**
   * The deployment's ids found in the place of our ids, by kind: those of the records themselves, where any is shown. A
   * reference may repeat what a request made up.
   */
  readonly idValues: Map<Kind, { readonly areOwn: boolean; readonly values: Set<string> }>
}

/** Empty evidence, except for the known pairs of ids. */
export function newEvidence(ids: IdMap, privacy: Privacy): Evidence {
  return {
    ids,
    privacy,
    votes: new Map(),
    words: new Map(),
    idValues: new Map(),
    unsure: [],
    records: new SharedRecords(),
    style: new Style(),
  }
}
