// Makes made-up values realistic: a field called `email` gets an address, one called `due_date` a date.

import type { Faker } from '@faker-js/faker'
import { mapValues } from '../../store/members.ts'

type Json = unknown
type Fields = Readonly<Record<string, Json>>
type MakeText = (faker: Faker, today: string) => string

const TASKS = [
  'Check the figures',
  'Call the supplier',
  'Send the reminder',
  'Book the payment',
  'Update the contract',
  'File the receipts',
  'Prepare the report',
  'Confirm the delivery date',
]
const SENTENCES = [
  'The documents are complete and agree with the order.',
  'One item is still open and should be settled this week.',
  'The delivery came two days late, but nothing was damaged.',
  'The customer asked for a copy of the invoice.',
  'Please confirm the new delivery date.',
  'No differences were found.',
  'Nothing is open.',
  'All complete.',
  'The payment is due at the end of the month.',
  'A second person has checked the figures.',
]
const TOPICS = [
  'invoices',
  'contracts',
  'delivery',
  'payment',
  'support',
  'planning',
  'quality',
  'purchasing',
]
const DEPARTMENTS = [
  'Finance',
  'Operations',
  'Sales',
  'Purchasing',
  'Customer Care',
  'Legal',
  'Human Resources',
]

const oneOf =
  (...values: readonly string[]): MakeText =>
  faker =>
    faker.helpers.arrayElement(values)
const sentence = oneOf(...SENTENCES)

/** Makes a text by the name of its field, as words in lower case; the first match applies. */
const LIKELY: readonly (readonly [RegExp, MakeText])[] = [
  [/mail\b/, faker => faker.internet.exampleEmail().toLowerCase()],
  [/\b(?:phone|mobile|telephone|fax)\b/, faker => faker.phone.number({ style: 'international' })],
  [/\b(?:url|link|website|homepage)\b/, faker => `https://example.com/${faker.lorem.slug(2)}`],
  [/\biban\b/, faker => faker.finance.iban({ countryCode: 'DE' })],
  [/\bbic\b|\bswift\b/, faker => faker.finance.bic()],
  [/\b(?:vat|tax) (?:id|number|no)\b/, faker => `DE${faker.string.numeric(9)}`],
  [/\b(?:zip|postal|postcode|plz)\b/, faker => faker.string.numeric({ length: 5, allowLeadingZeros: false })],
  [/\bhouse (?:number|no)\b/, faker => String(faker.number.int({ min: 1, max: 120 }))],
  [/\bcountry code\b/, oneOf('DE', 'AT', 'CH', 'FR', 'NL', 'GB')],
  [/\bcurrency\b/, oneOf('EUR', 'USD', 'GBP', 'CHF')],
  [/\b(?:timestamp|datetime|date time|at)$/, (faker, today) => momentNear(faker, today, [-30, -1])],
  [/\bbirth/, (faker, today) => dayNear(faker, today, [-60 * 365, -20 * 365])],
  [
    /\b(?:due|deadline|until|expir\w*|valid to|end date|next)\b/,
    (faker, today) => dayNear(faker, today, [3, 45]),
  ],
  [/\b(?:date|day|when|since|from date)\b/, (faker, today) => dayNear(faker, today, [-30, -1])],
  [
    /\btime\b/,
    faker =>
      `${`${faker.number.int({ min: 8, max: 17 })}`.padStart(2, '0')}:${faker.helpers.arrayElement(['00', '15', '30', '45'])}`,
  ],
  [/\bmonth\b/, faker => faker.date.month()],
  [
    /\b(?:invoice|bill|order|contract|customer|case|ticket|reference) (?:number|no|id|nr)\b|\b(?:reference|code|sku|number)$/,
    faker => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(5)}`,
  ],
  [/\bid$/, faker => faker.string.alphanumeric({ length: 10, casing: 'lower' })],
  [/\bcountry\b/, oneOf('Germany', 'Austria', 'Switzerland', 'France', 'Netherlands', 'United Kingdom')],
  [/\b(?:city|town|place|location)\b/, faker => faker.location.city()],
  [/\b(?:street|address)\b/, faker => faker.location.streetAddress()],
  [/\b(?:language|locale|lang)\b/, oneOf('en', 'de', 'fr', 'es')],
  [/\bsentiment\b/, oneOf('positive', 'neutral', 'negative')],
  [/\b(?:priority|severity|urgency|level|risk)\b/, oneOf('low', 'medium', 'high')],
  [/\b(?:status|state)\b/, oneOf('open', 'in progress', 'done')],
  [/\b(?:department|team)\b/, oneOf(...DEPARTMENTS)],
  [/\b(?:category|type|kind|topic|tag|label|keyword|theme)s?\b/, oneOf(...TOPICS)],
  [/\b(?:colou?r)\b/, oneOf('red', 'green', 'blue', 'grey', 'black')],
  [/\bunit\b/, oneOf('piece', 'box', 'kg', 'hour')],
  [/\b(?:file|filename|attachment)\b/, oneOf('invoice.pdf', 'offer.pdf', 'contract.docx', 'figures.xlsx')],
  [
    /\b(?:job|position|role|profession)\b/,
    oneOf('Accountant', 'Buyer', 'Team manager', 'Sales manager', 'Clerk'),
  ],
  [/\b(?:first|given) name\b/, faker => faker.person.firstName()],
  [/\b(?:last|family|sur) ?name\b/, faker => faker.person.lastName()],
  [/\b(?:product|item|article)(?: name)?$/, faker => faker.commerce.productName()],
  [
    /\b(?:company|supplier|vendor|client|organi[sz]ation|employer|seller|merchant|customer name|brand)\b/,
    faker => faker.company.name(),
  ],
  [
    /\b(?:name|person|customer|contact|author|owner|assignee|recipient|sender|manager|speaker|user)\b/,
    faker => `${faker.person.firstName()} ${faker.person.lastName()}`,
  ],
  [/\b(?:title|subject|heading|headline|task|step|action|todo)s?\b/, oneOf(...TASKS)],
  [
    /\b(?:question|query|q)$/,
    oneOf('Which items are still open?', 'By when is the answer needed?', 'Who has to approve this?'),
  ],
  [/./, sentence],
]

/**
 * The text for a field of that name, within its limits of length; `today` is a day such as 2026-11-20.
 */
export function likelyText(
  faker: Faker,
  today: string,
  name: string,
  min = 0,
  max = Number.POSITIVE_INFINITY,
): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .trim()
    .toLowerCase()
  const make = LIKELY.find(([pattern]) => pattern.test(words))?.[1] ?? sentence
  let text = make(faker, today)
  for (let tries = 0; text.length > max && tries < MAX_TRIES; tries++) text = make(faker, today)
  while (text.length < min) text += ` ${sentence(faker, today)}`
  return text.length <= max ? text : shortened(text, min, max)
}

/** Tries to make a text that is short enough by itself. */
const MAX_TRIES = 12

/** Whole words as far as they have room, without what would dangle at the end. */
function shortened(text: string, min: number, max: number): string {
  const whole = text
    .slice(0, max + 1)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:-]+$/, '')
  return whole.length >= min && whole.length <= max ? whole : text.slice(0, max)
}

function dayNear(faker: Faker, today: string, days: readonly [number, number]): string {
  return momentNear(faker, today, days).slice(0, 10)
}

function momentNear(faker: Faker, today: string, [min, max]: readonly [number, number]): string {
  const days = faker.number.int({ min, max })
  const quarters = faker.number.int({ min: 8 * 4, max: 17 * 4 })
  const at = Date.parse(today) + days * 86_400_000 + quarters * 900_000
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** Keywords that describe a text better than the name of its field. */
const SAYING_MORE = ['enum', 'const', 'pattern', 'faker']

/** The formats that are made by the name of the field, and the name that applies if it says nothing of the kind. */
const NAMED_FORMATS: Readonly<Record<string, readonly [RegExp, string]>> = {
  date: [/date|day|due|deadline|birth|until|expir/i, 'date'],
  'date-time': [/^$/, 'at'],
  email: [/^$/, 'email'],
}

interface Range {
  readonly minimum: number
  readonly maximum: number
  readonly multipleOf: number
}

/** The range of a number by the name of its field; the first match applies. */
const LIKELY_NUMBERS: readonly (readonly [RegExp, Range])[] = [
  [/\blat(?:itude)?$/i, { minimum: 47, maximum: 54, multipleOf: 0.0001 }],
  [/\b(?:lng|lon|longitude)$/i, { minimum: 6, maximum: 15, multipleOf: 0.0001 }],
  [/percent|discount/i, { minimum: 0, maximum: 30, multipleOf: 1 }],
  [/(?:vat|tax)_?rate/i, { minimum: 0.19, maximum: 0.19, multipleOf: 0.01 }],
  [/score|confidence|probability|share|ratio|rate$/i, { minimum: 0, maximum: 1, multipleOf: 0.01 }],
  [/rating|stars/i, { minimum: 1, maximum: 5, multipleOf: 1 }],
  [/year/i, { minimum: 2020, maximum: 2030, multipleOf: 1 }],
  [/month/i, { minimum: 1, maximum: 12, multipleOf: 1 }],
  [/(?:^|_)age$/i, { minimum: 18, maximum: 67, multipleOf: 1 }],
  [/count|quantity|qty|number|items|pieces|days|hours|minutes/i, { minimum: 1, maximum: 60, multipleOf: 1 }],
  [
    /amount|total|sum|price|cost|net|gross|tax|fee|euros|value/i,
    { minimum: 5, maximum: 5000, multipleOf: 0.01 },
  ],
  [/./, { minimum: 1, maximum: 100, multipleOf: 1 }],
]

/** Keywords that describe a number better than the name of its field. */
const NUMBERS_MEANT = ['enum', 'const', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'faker']

/** The number of elements of an array that states none. */
const LIKELY_LENGTH = { minItems: 1, maxItems: 3 }

/** A JSON Schema with hints on the kind of its texts, numbers and lists, which the generator follows. */
export function withLikelyValues(schema: Json, name = 'text'): Json {
  if (Array.isArray(schema)) return schema.map(one => withLikelyValues(one, name))
  if (typeof schema !== 'object' || schema === null) return schema
  const marked = mapValues(schema as Fields, (value, keyword) => {
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'definitions')
      return typeof value === 'object' && value !== null
        ? mapValues(value as Fields, (field, its) => withLikelyValues(field, its))
        : value
    return BELOW.has(keyword) ? withLikelyValues(value, name) : value
  })
  const only = onlyAlternative(marked)
  if (only) return only
  const type = Array.isArray(marked.type) ? marked.type.find(one => one !== 'null') : marked.type
  if (type === 'number' || type === 'integer') return likelyNumber(marked, type, name)
  if (type === 'string') return likelyString(marked, name)
  // A list of what a reference describes may contain itself, so its length is left alone.
  const isList = type === 'array' && 'items' in marked && !('minItems' in marked || 'maxItems' in marked)
  return isList && !JSON.stringify(marked).includes('"$ref"') ? { ...marked, ...LIKELY_LENGTH } : marked
}

/** What a value is unless it is null. */
function onlyAlternative({ anyOf, oneOf }: Fields): Json {
  const either = anyOf ?? oneOf
  if (!Array.isArray(either) || either.length !== 2) return undefined
  const others = either.filter(one => one?.type !== 'null')
  return others.length === 1 && !('$ref' in others[0]) ? others[0] : undefined
}

function likelyNumber(schema: Fields, type: string, name: string): Json {
  if (NUMBERS_MEANT.some(keyword => keyword in schema)) return schema
  const [, likely] = LIKELY_NUMBERS.find(([pattern]) => pattern.test(name)) ?? []
  if (!likely) return schema
  const range = 'minimum' in schema || 'maximum' in schema ? narrowed(likely, schema) : likely
  return { ...range, ...schema, type, multipleOf: type === 'integer' ? 1 : likely.multipleOf }
}

/** The likely range within the stated bounds; nothing if they lie outside it. */
function narrowed(likely: Range, { minimum = likely.minimum, maximum = likely.maximum }: Fields): Fields {
  return Number(minimum) <= likely.maximum && Number(maximum) >= likely.minimum ? { minimum, maximum } : {}
}

function likelyString(schema: Fields, name: string): Json {
  const { format, minLength, maxLength, ...others } = schema
  if (SAYING_MORE.some(keyword => keyword in schema)) return schema
  const named = typeof format === 'string' ? NAMED_FORMATS[format] : undefined
  if (format !== undefined && !named) return schema
  const kind = named && !named[0].test(name) ? named[1] : name
  return { ...others, type: 'string', faker: { likely: [kind, minLength, maxLength] } }
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

/** A schema of an object with these members, each of the kind that its name suggests. */
export function schemaFor(names: readonly string[]): Readonly<Record<string, Json>> {
  const [, ...numbers] = LIKELY_NUMBERS.toReversed()
  const typeOf = (name: string) => {
    if (/^(?:is|has)[_A-Z]/.test(name)) return 'boolean'
    return numbers.some(([pattern]) => pattern.test(name)) && !/number|date/i.test(name) ? 'number' : 'string'
  }
  const properties = Object.fromEntries(names.map(name => [name, { type: typeOf(name) }]))
  return { type: 'object', properties, required: names }
}
