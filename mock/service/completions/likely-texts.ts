// Lets made-up values read like those of a company: a field called `email` holds an address.

type Json = unknown
type Fields = Readonly<Record<string, Json>>

/** What a text is likely to be, by the name of its field; the first that fits counts. */
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

/** Keywords that say more about a text than the name of its field does. */
const SAYING_MORE = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'faker']

/** A JSON Schema whose texts are marked with what they are likely to be, for faker. */
export function withLikelyTexts(schema: Json, name = 'text'): Json {
  if (Array.isArray(schema)) return schema.map(one => withLikelyTexts(one, name))
  if (typeof schema !== 'object' || schema === null) return schema
  const marked = mapFields(schema as Fields, (value, keyword) => {
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'definitions')
      return typeof value === 'object' && value !== null
        ? mapFields(value as Fields, (field, its) => withLikelyTexts(field, its))
        : value
    return BELOW.has(keyword) ? withLikelyTexts(value, name) : value
  })
  const isPlainText = marked.type === 'string' && !SAYING_MORE.some(keyword => keyword in marked)
  return isPlainText ? { ...marked, faker: LIKELY.find(([pattern]) => pattern.test(name))?.[1] } : marked
}

/** The keywords under which further schemas of the same field stand. */
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
