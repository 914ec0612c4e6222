import type { Twin } from '#mock'
import type { Privacy } from '../recording/privacy.ts'
import type { Kind } from '../replay/id-kinds.ts'
import type { IdMap } from '../replay/id-map.ts'
import { SharedRecords } from './shared-records.ts'
import { Style } from './style.ts'

/** What a recording left undecided, as the twin file lists it. */
export type Unsure = NonNullable<Twin['unsure']>[number]

export type Evidence = ReturnType<typeof newEvidence>

/** The evidence that is collected over all operations: none yet, except for the known pairs of ids. */
export function newEvidence(ids: IdMap, privacy: Privacy) {
  return {
    ids,
    privacy,
    /** Votes for a source, by record of the default contract and path in the deployment's reply. */
    votes: new Map<string, Map<string, number>>(),
    /** How often each of the deployment's words coincided with each of ours, by enumeration. */
    words: new Map<string, Map<string, Map<string, number>>>(),
    /**
     * The deployment's ids found in the place of our ids, by kind: those of the records themselves, where any is shown. A
     * reference may repeat what a request made up.
     */
    idValues: new Map<Kind, { readonly areOwn: boolean; readonly values: Set<string> }>(),
    unsure: [] as Unsure[],
    records: new SharedRecords(),
    /** The style of what was shown, for what was not. */
    style: new Style(),
  }
}
