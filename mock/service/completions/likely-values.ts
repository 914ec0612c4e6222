// Makes made-up values realistic: a field called `email` gets an address.

type Json = unknown
type Fields = Readonly<Record<string, Json>>

/** The kind of text by the name of its field; the first match applies. */
const LIKELY: readonly (readonly [RegExp, string])[] = [
  [/mail/i, 'internet.email'],
  [/phone|mobile/i, 'phone.number'],
  [/url|link|website/i, 'internet.url'],
  [/company|supplier|vendor|client|organi[sz]ation/i, 'company.name'],
  [/country/i, 'location.country'],
  [/city|town|place/i, 'location.city'],
  [/street|address/i, 'location.streetAddress'],
  [/currency/i, 'finance.currencyCode'],
  [/product|item/i, 'commerce.productName'],
  [/(?:^|_)id$|Id$|reference|code|sku/, 'string.nanoid'],
  [/name|person|customer|contact|author|owner/i, 'person.fullName'],
  [/./, 'company.catchPhrase'],
]

/** Keywords that describe a text better than the name of its field. */
const SAYING_MORE = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'faker']

/** The range of a number by the name of its field; the first match applies. */
const LIKELY_NUMBERS: readonly (readonly [RegExp, Fields])[] = [
  [/score|confidence|probability|share|ratio|rate$/i, { minimum: 0, maximum: 1, multipleOf: 0.01 }],
  [/percent/i, { minimum: 0, maximum: 100, multipleOf: 1 }],
  [/year/i, { minimum: 2020, maximum: 2030, multipleOf: 1 }],
  [/count|quantity|number|items|pieces|days|hours|minutes|age/i, { minimum: 1, maximum: 60, multipleOf: 1 }],
  [
    /amount|total|sum|price|cost|net|gross|tax|fee|euros|value/i,
    { minimum: 5, maximum: 5000, multipleOf: 0.01 },
  ],
  [/./, { minimum: 0, maximum: 1000, multipleOf: 1 }],
]

/** Keywords that describe the range of a number. */
const NUMBERS_MEANT = [
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'faker',
]

/** A JSON Schema with hints for faker on the kind of its texts and numbers. */
export function withLikelyValues(schema: Json, name = 'text'): Json {
  if (Array.isArray(schema)) return schema.map(one => withLikelyValues(one, name))
  if (typeof schema !== 'object' || schema === null) return schema
  const marked = mapFields(schema as Fields, (value, keyword) => {
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'definitions')
      return typeof value === 'object' && value !== null
        ? mapFields(value as Fields, (field, its) => withLikelyValues(field, its))
        : value
    return BELOW.has(keyword) ? withLikelyValues(value, name) : value
  })
  if ((marked.type === 'number' || marked.type === 'integer') && !NUMBERS_MEANT.some(key => key in marked)) {
    const likely = LIKELY_NUMBERS.find(([pattern]) => pattern.test(name))?.[1]
    return { ...marked, ...likely, ...(marked.type === 'integer' ? { multipleOf: 1 } : {}) }
  }
  const isPlainText = marked.type === 'string' && !SAYING_MORE.some(keyword => keyword in marked)
  return isPlainText ? { ...marked, faker: LIKELY.find(([pattern]) => pattern.test(name))?.[1] } : marked
}

/** The keywords whose schemas describe the same field. */
const BELOW = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'then',
  'else',
])

function mapFields(fields: Fields, change: (value: Json, name: string) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))
}
