// The two registers beside the document: gaps and requirements.
import type { GapAnswers, RequirementId } from './generated/registers.gen.ts'

export type GapId = keyof GapAnswers

/** A silence of the specification, with the answers that a deployment may give. */
export interface Gap<Id extends GapId = GapId> {
  id: Id
  /** The section of the specification that is silent. */
  section: string
  title: string
  silence: string
  answers: { id: GapAnswers[Id]; means: string }[]
  default: GapAnswers[Id]
  why: string
  /** `behaviour` if no element of the document shows it. */
  affects?: string
  /** Whether the suite only observes it: the mock has a single answer. */
  observed_only?: boolean
  /** The fields that replies keep with the answer `lean`. */
  keeps?: string[]
  /** The operations whose messages it affects. */
  operations: string[]
}

/** One stated, observable sentence of the specification. */
export interface Requirement {
  id: RequirementId
  section: string
  statement: string
  /** How serious a violation is. */
  severity: 'security' | 'behaviour' | 'figures'
  /** The operations that show it, the judged one first. */
  operations: string[]
  /** The field or parameter concerned; `*` for the body as a whole. */
  subject?: {
    in: 'body' | 'query' | 'path'
    field: string
    case: string
    value?: string
    beside?: string
    /** Null is accepted as well. */
    or_null?: true
    /** Whether a service that ignores the value can be recognised. */
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

/** All requirements: those that can be observed with keys, and the others with the reason. */
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
