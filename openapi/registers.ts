// The two registers beside the document: what the specification leaves open, and what it states.
import type { GapAnswers, RequirementId } from './generated/registers.gen.ts'

export type GapId = keyof GapAnswers

/** One silence of the specification, with the answers that a deployment may give. */
export interface Gap<Id extends GapId = GapId> {
  id: Id
  /** The section of the specification that is silent. */
  section: string
  title: string
  silence: string
  answers: { id: GapAnswers[Id]; means: string }[]
  default: GapAnswers[Id]
  why: string
  /** `behaviour` where no element of the document shows it. */
  affects?: string
  /** Whether it is only ever observed: the mock has no second answer to serve. */
  observed_only?: boolean
  /** The fields that a reply keeps under the answer `lean`. */
  keeps?: string[]
  /** The operations whose messages it touches. */
  operations: string[]
}

/** One stated, observable sentence of the specification. */
export interface Requirement {
  id: RequirementId
  section: string
  statement: string
  /** How serious a violation is. */
  severity: 'security' | 'behaviour' | 'figures'
  /** Those that show it, the judged one first. */
  operations: string[]
  /** The one field or parameter that it is about; `*` for the body as a whole. */
  subject?: {
    in: 'body' | 'query' | 'path'
    field: string
    case: string
    value?: string
    beside?: string
    /** Null is accepted as well. */
    or_null?: true
    /** A service that takes no notice of the value can be told from one that does. */
    effect?: true
  }
  /**
   * What a right reply is, where its status says it: the success status of the judged operation alone, or with what is
   * stated; a refusal with any status from 400 to 499 that changes nothing; a refusal with 403.
   */
  reply?: 'status' | 'content' | 'refused' | 'refused-403'
  needs?: { scopes?: string[]; role?: string; keys?: string[]; fixtures?: string[] }
  /** What is not asserted, and how it can be observed. */
  note?: string
  /** Whether observing it costs money. */
  cost?: 'paid'
}

/** Every stated sentence: those that can be observed with keys, and those that cannot, with the reason. */
export interface RequirementRegister {
  sections: Record<string, string>
  /** Rules that many requirements share, by name. */
  conventions: Record<string, string>
  /** The words of `severity`, `reply`, `needs` and `subject`, explained. */
  vocabulary: Record<
    'cases' | 'severities' | 'replies' | 'roles' | 'keys' | 'fixtures',
    Record<string, string>
  >
  requirements: Requirement[]
  excluded: { id: string; section: string; statement: string; reason: string }[]
}
