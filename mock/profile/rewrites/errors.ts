// The body of refusals.
import { isFields, type Schema, type Schemas } from '#openapi'
import { type Codec, type Conversion, onComponent, type Rewrites } from '../rewriting.ts'

type ErrorBody = Schemas['Error']
type ErrorType = ErrorBody['error']['type']

export const errors: Rewrites = {
  'error-body': {
    problem: onComponent('Error', problem),
    detail: onComponent('Error', detail),
  },
}

const TITLES: Readonly<Record<ErrorType, string>> = {
  validation_failed: 'The request does not fit.',
  authentication_failed: 'The key is not accepted.',
  permission_denied: 'The key may not do this.',
  not_found: 'There is no such thing.',
  conflict: 'The state does not allow this now.',
  payment_required: 'The balance does not cover this.',
  rate_limited: 'Too many requests.',
  internal: 'Something went wrong.',
}

/** The form of RFC 9457, with our further members as extensions. */
function problem(schema: Schema): Codec {
  const own: Record<string, Schema> = schema.properties?.error?.properties ?? {}
  return {
    mediaType: 'application/problem+json',
    schema: {
      'x-gap': 'error-body',
      description: 'Problem details by RFC 9457.',
      type: 'object',
      required: ['type', 'title', 'status', 'detail', 'code', 'errors'],
      properties: {
        type: { type: 'string', format: 'uri-reference', description: 'The family of the refusal.' },
        title: { type: 'string' },
        status: { type: 'integer', minimum: 400, maximum: 599 },
        detail: { type: 'string', description: 'What was wrong and what to do, for a person.' },
        code: own.code ?? { type: 'string' },
        errors: own.issues ?? { type: 'array' },
      },
    },
    encode: ofError(({ type, code, message, issues }, status) => ({
      type: `/problems/${type.replaceAll('_', '-')}`,
      title: TITLES[type],
      status,
      detail: message,
      code,
      errors: issues,
    })),
  }
}

/** The form of a well-known framework: a text, or a list of the problems of an invalid request. */
function detail(): Codec {
  const place: Schema = {
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    description: 'The way to the field, from the part of the request that it is in.',
  }
  return {
    schema: {
      'x-gap': 'error-body',
      description: 'What was wrong and what to do.',
      type: 'object',
      required: ['detail'],
      properties: {
        detail: {
          oneOf: [
            { type: 'string' },
            {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                required: ['loc', 'msg', 'type'],
                properties: { loc: place, msg: { type: 'string' }, type: { type: 'string' } },
              },
            },
          ],
        },
      },
    },
    encode: ofError(({ message, code, issues }) => ({
      detail:
        issues.length === 0
          ? message
          : issues.map(issue => ({ loc: [issue.in, ...wayTo(issue.field)], msg: issue.message, type: code })),
    })),
  }
}

/** `messages[0].role` as steps. */
function wayTo(field: string): (string | number)[] {
  const steps = field.match(/[^.[\]]+/g) ?? []
  return steps.map(step => (/^\d+$/.test(step) ? Number(step) : step))
}

function ofError(convert: (error: ErrorBody['error'], status: number) => unknown): Conversion {
  return (body, { status }) =>
    isFields(body) && isFields(body.error) ? convert((body as ErrorBody).error, status) : body
}
