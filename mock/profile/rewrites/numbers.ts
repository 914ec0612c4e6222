// The forms of amounts, times, tokens and rates.
import { componentOf, isFields, type Schema } from '#openapi'
import { replaceProperty } from '../objects.ts'
import { ofNumber, ofText, onComponent, type Rewrite, type Rewrites, without } from '../rewriting.ts'

export const numbers: Rewrites = {
  'money-format': { string: asDecimal },
  'timestamp-format': {
    offset: onComponent('Timestamp', schema => ({
      schema: { ...schema, pattern: '\\+00:00$' },
      encode: ofText(instant => instant.replace(/(?:\.000)?Z$/, '+00:00')),
    })),
  },
  'token-fields': {
    number: onComponent('Tokens', schema => ({
      schema: {
        type: 'integer',
        minimum: 0,
        description: 'Tokens read and written, together.',
        examples: [1500],
        'x-gap': schema['x-gap']!,
      },
      encode: tokens => (isFields(tokens) ? tokens.total : tokens),
    })),
    flat: flatTokens,
  },
  'time-field': { duration_ms: inMilliseconds },
  'success-rate': {
    percent: onComponent('SuccessRate', schema => ({
      schema: {
        ...schema,
        type: 'number',
        maximum: 100,
        description: 'Finished runs of a hundred that have ended; 0 while none has.',
      },
      // Cuts off the digits that binary fractions add.
      encode: rate =>
        rate === null ? 0 : typeof rate === 'number' ? Number((rate * 100).toFixed(10)) : rate,
    })),
  },
  'knowledge-score': {
    raw: (schema, place, { gap }) =>
      place.name === 'score' && place.gaps.includes(gap)
        ? { schema: { ...without(schema, 'maximum'), description: 'The larger the better.' } }
        : undefined,
  },
}

/** Recognises amounts by name. The budget of a task is stated to be a number. */
function asDecimal(...[schema, { name = '', codecOf }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (!/(?:^|_)euros$|Euros$/.test(name) || name === 'budget_euros') return undefined
  const target = schema.$ref === undefined ? schema : codecOf(componentOf(schema.$ref)).schema
  const nullable = [target.type].flat().includes('null')
  return {
    schema: {
      type: nullable ? ['string', 'null'] : 'string',
      pattern: '^-?\\d+\\.\\d{2,6}$',
      description: schema.description ?? 'An amount in euros, as a decimal.',
      examples: ['0.042'],
      'x-gap': 'money-format',
    },
    encode: ofNumber(decimal),
  }
}

/** At least two decimals, and as many more as exactness to a millionth needs. */
function decimal(euros: number): string {
  return euros.toFixed(6).replace(/0{1,4}$/, '')
}

function flatTokens(...[schema, { codecOf }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (schema.properties?.tokens?.$ref !== '#/components/schemas/Tokens') return undefined
  const counts = codecOf('Tokens').schema.properties ?? {}
  const one = (kind: 'input' | 'output' | 'total') => ({
    schema: counts[kind] ?? {},
    value: (tokens: unknown) => (isFields(tokens) ? tokens[kind] : tokens),
  })
  return replaceProperty(schema, 'tokens', {
    input_tokens: one('input'),
    output_tokens: one('output'),
    total_tokens: one('total'),
  })
}

function inMilliseconds(schema: Schema): ReturnType<Rewrite> {
  const name = ['duration_seconds', 'average_duration_seconds'].find(each => schema.properties?.[each])
  const was = name === undefined ? undefined : schema.properties?.[name]
  if (name === undefined || !was) return undefined
  const nullable = [was.type].flat().includes('null')
  return replaceProperty(schema, name, {
    [name.replace('seconds', 'ms')]: {
      schema: { ...was, type: nullable ? ['integer', 'null'] : 'integer' },
      value: seconds => (typeof seconds === 'number' ? Math.round(seconds * 1000) : seconds),
    },
  })
}
