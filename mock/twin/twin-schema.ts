// The JSON schema of twin files, for editors. References of templates are checked when a file is read.
import { gaps, operationIds, operations } from '#openapi'
import { WRONG_KINDS } from '../dialect/violations.ts'

/** Without the answers to each gap, it takes a fourth of the time to compile. */
export function twinSchema({ answers = true } = {}): Record<string, unknown> {
  const template = { $ref: '#/$defs/template' }
  const lengths = {
    median: { type: 'number', minimum: 0, description: 'In milliseconds.' },
    p95: { type: 'number', minimum: 0, description: '95 of 100 take at most this long.' },
  }
  const texts = mapOf({ type: 'string' })
  const refused = { type: 'integer', minimum: 400, maximum: 599 }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Twin of a deployment of the agent work service',
    ...closed(
      {
        twin: { const: 1 },
        of: { type: 'object', description: 'What it was learned from.' },
        answers: {
          ...(answers ? closed(answersToGaps()) : { type: 'object' }),
          description: 'Answers to gaps.',
        },
        because: {
          ...mapBy(
            gaps.map(({ id }) => id),
            { type: 'string' },
          ),
          description: 'For an answer, and for a default answer that was seen, the call that shows it.',
        },
        undecided: {
          type: 'array',
          items: { enum: gaps.map(({ id }) => id) },
          description: 'Gaps that no recorded call shows: the default answers stand.',
        },
        unseen: {
          type: 'array',
          items: { enum: [...operationIds] },
          description: 'Operations that no recorded call shows: their replies have the style of the others.',
        },
        dialect: closed({
          ids: {
            ...texts,
            description:
              'The form of ids by the prefix of the default ones: run, agt, task …; * for the others.',
          },
          words: {
            ...mapOf(texts),
            description: 'Other words of an enumeration, by its name in the default contract.',
          },
          requests: mapOf(
            closed({
              least: { type: 'number', description: 'The smallest number, or the shortest text.' },
              most: { type: 'number', description: 'The largest number, or the longest text.' },
              without: {
                type: ['string', 'number', 'boolean'],
                description: 'What stands for it when it is left out.',
              },
              form: { type: 'string', description: 'The form of ids; others are invalid.' },
            }),
            'What requests may hold, by parameter or member of a body, or by operation and name.',
          ),
          records: {
            type: 'object',
            patternProperties: { '^[A-Z]\\w*$': template },
            additionalProperties: false,
          },
          replies: mapBy(operationIds, template),
          refusals: mapOf(
            closed({ status: refused, type: { type: 'string' }, body: template }),
            'By operation and code, by code, by status, or *.',
          ),
          events: mapBy(
            operationIds.filter(id => operations[id].streams),
            mapOf(
              closed({ name: { type: 'string' }, id: { type: 'string' }, data: template }, ['data']),
              'By the type of the default event; end closes a stream.',
            ),
          ),
          headers: mapOf(texts),
        }),
        violations: mapOf(
          closed({
            statuses: mapBy(operationIds, { type: 'integer', minimum: 200, maximum: 299 }),
            refusals: mapOf(refused, 'Other statuses, by code, or by operation and code.'),
            members: mapBy(operationIds, mapOf({ enum: [...WRONG_KINDS] })),
            words: mapOf(texts),
          }),
          'What the deployment does against the specification, by requirement; served only with --twin-violations.',
        ),
        pace: {
          ...mapBy(['*', ...operationIds], { $ref: '#/$defs/pace' }),
          description: 'How long replies take, by operation or *; served only with --pace.',
        },
        unsure: { type: 'array', items: { type: 'object' } },
        hand: { type: 'array', items: { type: 'string' } },
      },
      ['twin'],
    ),
    $defs: {
      template: {
        description: 'A text such as created_at as epoch-ms, a map of members, or a map with is.',
        type: ['string', 'object'],
        additionalProperties: { $ref: '#/$defs/member' },
      },
      pace: closed(
        {
          ...lengths,
          late: { type: 'number', minimum: 0, description: 'By so many milliseconds its figures are late.' },
          perMinute: { type: 'integer', minimum: 1, description: 'The requests that it allows a minute.' },
          runs: mapOf(
            closed(lengths, ['median', 'p95']),
            'How long the runs take that it starts, by agent or *.',
          ),
        },
        ['median', 'p95'],
      ),
      member: {
        type: ['string', 'object', 'integer', 'null'],
        additionalProperties: { $ref: '#/$defs/member' },
      },
    },
  }
}

function answersToGaps(): Record<string, unknown> {
  return Object.fromEntries(
    gaps.map(({ id, title, answers }) => [
      id,
      { description: title, enum: answers.flatMap(answer => spellings(answer.id)) },
    ]),
  )
}

/** YAML parses some answers as numbers or null. */
function spellings(answer: string): unknown[] {
  if (/^\d+$/.test(answer)) return [answer, Number(answer)]
  return answer === 'null' ? [answer, null] : [answer]
}

function closed(
  properties: Record<string, unknown>,
  required: readonly string[] = [],
): Record<string, unknown> {
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Values by any name. */
function mapOf(value: Record<string, unknown>, description?: string): Record<string, unknown> {
  return { type: 'object', ...(description && { description }), additionalProperties: value }
}

/** Values by one of these names. Listing each as a property would take far longer to compile. */
function mapBy(names: readonly string[], value: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', propertyNames: { enum: names }, additionalProperties: value }
}
