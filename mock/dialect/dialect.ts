// The dialect of a deployment: how it writes what it sends, described from the names and forms of the default contract.
import type { OperationId } from '#openapi'
import type { Violation } from './violations.ts'

export interface Dialect {
  /** The form of ids, by the prefix that the mock gives that kind by default. */
  readonly ids?: Readonly<Record<string, string>>
  /** The deployment's words for those of an enumeration, by its name in the default contract. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What requests may hold, by parameter or member of a body, or by `operation name`. */
  readonly requests?: RequestRules
  /** Templates that others refer to by name. */
  readonly records?: Readonly<Record<string, Template>>
  readonly replies?: Readonly<Partial<Record<OperationId, Template>>>
  /** By `operation code`, by code of the mock's refusal, by status, or `*`; the most specific one counts. */
  readonly refusals?: Readonly<Record<string, RefusalDialect>>
  /** By operation: the events of its stream, by the type of the default one; those that are not here are not sent. */
  readonly events?: Readonly<Partial<Record<OperationId, EventsDialect>>>
  /** By operation or `*`: the headers of every reply. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What is served against the specification. Only `withViolations` writes it; no file may. */
  readonly wrong?: Pick<Violation, 'statuses' | 'members'>
}

/** What a deployment takes for a parameter, or for a member of a body. */
export interface RequestRule {
  /** The smallest number, or the shortest text. */
  readonly least?: number
  /** The largest number, or the longest text. */
  readonly most?: number
  /** What stands for a parameter that is left out. */
  readonly without?: string | number | boolean
  /** The form of ids; another one is invalid, instead of naming nothing. */
  readonly form?: string
}

export type RequestRules = Readonly<Record<string, RequestRule>>

/** By the type of the default event; `chunk` where it has none, `end` for what closes a stream that ends. */
export type EventsDialect = Readonly<Record<string, EventDialect>>

export interface EventDialect {
  /** The name of the event on the wire. */
  readonly name?: string
  /** The member of the default event that is its id on the wire. Default: it has none. */
  readonly id?: string
  readonly data: Template
}

/** Whether refusals are described by their status: `404`. */
export function isStatus(key: string): boolean {
  return /^[45]\d\d$/.test(key)
}

export interface RefusalDialect {
  readonly status?: number
  readonly type?: string
  readonly body?: Template
}

/**
 * What a value of the deployment is made of:
 *
 *     agent_name                a member of the default reply; `error.message` is a member of a member
 *     cost_euros * 100 whole    with operators: `* n`, `/ n`, `whole`, `text`, `number`, `count`, `first`, `join`,
 *                               `as FORM`, `or ~FORM`, `or =VALUE`, and `optional` for a member that is missing with null
 *     =EUR                      a constant
 *     ~uuid                     made up, in a form
 *     now as epoch-ms           the time of the reply
 *     Run                       the record of that name
 *
 * A map is an object with these members, unless it has the member `is`: then the value is `is`, seen from `of`, for each
 * element of `each`, as a map by the member `by`, and only `when` a condition holds. With the members `case` and `are`
 * there is a template for each word of a member.
 *
 * In conditions and cases, `reply.` begins at the whole default reply: `reply.group_by` of a row.
 */
export type Template = string | TemplateObject | Selection | Choice
export interface TemplateObject {
  readonly [member: string]: Template
}

export interface Selection {
  readonly is: Template
  /** The member that `is` is seen from. */
  readonly of?: string
  /** The list whose elements `is` is seen from; `.` for the reply itself. */
  readonly each?: string
  /** The member of the elements that becomes the name, where the list is written as an object. */
  readonly by?: string
  /**
   * Makes a list of that many, seen from the same place: for lists that the default reply has no like of. With `each`: that
   * many where the list is empty.
   */
  readonly times?: number
  /** A member that must be there, or `member = word or word`. */
  readonly when?: string
  /** What stands there when the condition does not hold: only null. Default: the member is missing. */
  readonly else?: null
}

/** One template for each word of a member; `*` for the others, which are null without it. */
export interface Choice {
  readonly case: string
  readonly are: Readonly<Record<string, Template>>
}

export function isChoice(template: Template): template is Choice {
  return typeof template === 'object' && 'case' in template && typeof template.are === 'object'
}

export function isSelection(template: Template): template is Selection {
  return typeof template === 'object' && 'is' in template
}
