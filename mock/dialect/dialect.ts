// The dialect of a deployment: the names and forms of its messages, in terms of the default contract.
import { isFields, type OperationId } from '#openapi'
import type { Pace } from './pace.ts'
import type { Violation } from './violations.ts'

export interface Dialect {
  /** The form of ids, by the mock's default prefix of their kind; `*` for the other kinds. */
  readonly ids?: Readonly<Record<string, string>>
  /** The deployment's words for those of an enumeration, by its name in the default contract. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Constraints on requests, by parameter or body member, or by `operation name`. */
  readonly requests?: RequestRules
  /** Named templates, which others refer to. */
  readonly records?: Readonly<Record<string, Template>>
  readonly replies?: Readonly<Partial<Record<OperationId, Template>>>
  /** By `operation code`, by code of the mock's refusal, by status, or `*`; the most specific one applies. */
  readonly refusals?: Readonly<Record<string, RefusalDialect>>
  /** By operation: the events of its stream, by the type of the default one. Events without an entry are not sent. */
  readonly events?: Readonly<Partial<Record<OperationId, EventsDialect>>>
  /** By operation or `*`: the headers of every reply. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** How long replies take, how late figures are, and rate limits. Only `withPace` sets this; no file may. */
  readonly pace?: Pace
  /** Violations of the specification. Only `withViolations` sets this; no file may. */
  readonly wrong?: Pick<Violation, 'statuses' | 'members'>
}

/** The deployment's constraints on a parameter or body member. */
export interface RequestRule {
  /** The minimum of a number, or the minimum length of a text. */
  readonly least?: number
  /** The maximum of a number, or the maximum length of a text. */
  readonly most?: number
  /** The default of an omitted parameter. */
  readonly without?: string | number | boolean
  /** The form of ids; an id of another form is invalid, not unknown. */
  readonly form?: string
}

export type RequestRules = Readonly<Record<string, RequestRule>>

/** By the type of the default event; `chunk` for events without one, `end` for what closes a finished stream. */
export type EventsDialect = Readonly<Record<string, EventDialect>>

export interface EventDialect {
  /** The name of the event on the wire. */
  readonly name?: string
  /** The member of the default event that becomes the id on the wire. Default: no id. */
  readonly id?: string
  readonly data: Template
}

/** Whether a key of `refusals` is a status: `404`. */
export function isStatus(key: string): boolean {
  return /^[45]\d\d$/.test(key)
}

export interface RefusalDialect {
  readonly status?: number
  readonly type?: string
  readonly body?: Template
}

/**
 * The source of a value of the deployment:
 *
 *     agent_name                a member of the default reply; `error.message` is a member of a member
 *     cost_euros * 100 whole    with operators: `* n`, `/ n`, `whole`, `text`, `number`, `count`, `first`, `join`,
 *                               `as FORM`, `or ~FORM`, `or =VALUE`, and `optional` for a member that is left out instead of null
 *     =EUR                      a constant
 *     ~uuid                     made up, in a form
 *     now as epoch-ms           the time of the reply
 *     Run                       the record of that name
 *
 * A map is an object with these members, unless it has the member `is`: then the value is `is`, read from `of`, for each
 * element of `each`, as a map by the member `by`, and only `when` a condition holds. The members `case` and `are` give a
 * template for each word of a member.
 *
 * In conditions and cases, `reply.` refers to the whole default reply: `reply.group_by` of a row.
 */
export type Template = string | TemplateObject | Selection | Choice
export interface TemplateObject {
  readonly [member: string]: Template
}

export interface Selection {
  readonly is: Template
  /** The member that `is` reads from. */
  readonly of?: string
  /** The list whose elements `is` reads from; `.` for the reply itself. */
  readonly each?: string
  /** The member of the elements that becomes the key, if the list is written as an object. */
  readonly by?: string
  /**
   * Makes a list of that many values, all from the same source, for lists without an equivalent in the default reply.
   * With `each`: that many if the list is empty.
   */
  readonly times?: number
  /** A member that must be present, or `member = word or word`. */
  readonly when?: string
  /** The value if the condition does not hold: only null. Default: the member is missing. */
  readonly else?: null
}

/** A template for each word of a member; `*` for the others, which are null without it. */
export interface Choice {
  readonly case: string
  readonly are: Readonly<Record<string, Template>>
}

export function isChoice(template: Template): template is Choice {
  return typeof template === 'object' && 'case' in template && isFields(template.are)
}

export function isSelection(template: Template): template is Selection {
  return typeof template === 'object' && 'is' in template
}
