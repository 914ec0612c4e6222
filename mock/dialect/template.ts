import { isFields } from '#openapi'

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
