// Derives requirements from the contract: the types, words and numbers that a field or parameter refuses, and the
// scopes of operations. `requirement-ids.yaml` keeps their ids.
import { stringify } from 'yaml'
import {
  asObject,
  deref,
  operationsOf,
  parametersIn,
  type RawOperation,
  scopesOf,
} from '../../openapi/raw-document.ts'
import { isObject, type Json, type JsonObject, listOf, type Sources } from './sources.ts'

/** A case that the contract states for one field or parameter. */
interface Fact {
  operation: RawOperation<JsonObject>
  in: 'body' | 'query' | 'key'
  /** The field or parameter, `*` for the whole body; undefined for a key. */
  field?: string
  case: string
  value?: string
  statement: string
  note?: string | undefined
}

/** The existing ids, by operation and field: `ids.createTask['body.title']['refuses-type']`. */
type Ids = Record<string, Record<string, Record<string, string>>>

export interface Derived {
  requirements: JsonObject[]
  /** The text of `requirement-ids.yaml`, with ids for all new facts. */
  ids: string
}

/**
 * Derives the requirements. Of `written`, the rows of the register and those that it excludes, one about the same fact
 * replaces the derived one.
 */
export function deriveRequirements(
  document: JsonObject,
  register: JsonObject,
  written: readonly JsonObject[],
  given: Json | undefined,
): Derived {
  const ids = structuredClone(asObject(given)) as unknown as Ids
  const byHand = new Set(written.map(subjectKey))
  const conditions = asObject(register.derived)
  const next = counters(ids, written)
  const requirements = operationsOf(document)
    .flatMap(operation => factsOf(document, operation, conditions))
    .filter(fact => !byHand.has(keyOf(fact)))
    .map(fact => {
      const fields = ids[fact.operation.id] ?? {}
      const part = fact.field === undefined ? fact.in : `${fact.in}.${fact.field}`
      const id = fields[part]?.[fact.case] ?? next(familyOf(fact, conditions))
      ids[fact.operation.id] = { ...fields, [part]: { ...fields[part], [fact.case]: id } }
      return requirementOf(fact, id, conditions)
    })
  return { requirements, ids: idsText(ids) }
}

/** The rows of a part of the register, which lists them by section. */
export function rowsBySection(sources: Sources, document: JsonObject, part: Json | undefined): JsonObject[] {
  const all = operationsOf(document)
  const groups: Readonly<Record<string, typeof all>> = {
    every: all,
    'rate-limited': all.filter(({ operation }) => operation['x-rate-limit']),
  }
  const operationsIn = (named: Json | undefined): Json[] =>
    groups[String(named)]?.map(({ id }) => id) ?? listOf(named)
  return Object.entries(asObject(part))
    .flatMap(([section, rows]) =>
      listOf(rows)
        .filter(isObject)
        .flatMap(row =>
          eachOf(row).map(({ except, ...kept }) => {
            const operations = operationsIn(kept.operations).filter(id => !listOf(except).includes(id))
            return sources.inherit({ ...kept, ...(kept.operations && { operations }), section }, row)
          }),
        ),
    )
    .sort((a, b) => Number(a.section) - Number(b.section))
}

/** The rows that one with `each` stands for; the row itself if it has none. */
function eachOf({ each, ...row }: JsonObject): JsonObject[] {
  if (!isObject(each)) return [named(row, 'statement')]
  return Object.entries(each).map(([id, given]) => {
    const words = isObject(given) ? given : { it: given }
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (name, word: string) => String(words[word] ?? name))
    const filled = JSON.stringify(row, (_, value: Json) => (typeof value === 'string' ? fill(value) : value))
    return { id, ...(JSON.parse(filled) as JsonObject) }
  })
}

/** The entries of the register of gaps. */
export function gapsOf(sources: Sources, register: Json | undefined): JsonObject[] {
  return listOf(register)
    .filter(isObject)
    .map(gap => sources.inherit(named(gap, 'title'), gap))
}

/** An entry of a register begins with its id, beside which its sentence stands. */
function named(entry: JsonObject, sentence: 'statement' | 'title'): JsonObject {
  const [[id, says] = ['', null], ...more] = Object.entries(entry)
  return { id, [sentence]: says, ...Object.fromEntries(more) }
}

/**
 * Requirements with what follows from the contract and from `derived` for the operation that they are judged by: scopes,
 * role, fixtures, and the cost of these. By section, family and number.
 */
export function allRequirements(
  document: JsonObject,
  register: JsonObject,
  requirements: readonly JsonObject[],
): JsonObject[] {
  const sections = Object.keys(asObject(register.sections))
  const order = ({ section, id }: JsonObject) => {
    const [, family = '', number = ''] = /^(.*)-(\d+)$/.exec(String(id)) ?? []
    return [String(sections.indexOf(String(section))).padStart(3, '0'), family, number.padStart(4, '0')].join(
      ' ',
    )
  }
  const severities = asObject(register.section_severities)
  const paid = listOf(register.paid_fixtures)
  const conditions = asObject(register.derived)
  const known = new Map(operationsOf(document).map(one => [one.id, one.operation]))
  /** The scopes of the first alternative that has some. */
  const scopesFor = (id: Json) =>
    scopesOf(document, known.get(String(id)) ?? {}).find(some => some.length > 0) ?? []
  return requirements
    .map(({ needs, cost, ...row }) => {
      const operations = listOf(row.operations)
      const judged = String(operations[0])
      const own = asObject(needs)
      const scopes = own.scopes ?? [...new Set(operations.flatMap(scopesFor))]
      const role = own.role ?? (known.get(judged)?.['x-role-rule'] && 'admin')
      const fixtures = own.fixtures ?? conditionsOf(judged, conditions).fixtures
      const needed = someOf({ scopes, role, keys: own.keys, fixtures })
      const isPaid = listOf(fixtures).some(fixture => paid.includes(fixture))
      return defined({
        ...row,
        needs: Object.keys(needed).length > 0 ? needed : undefined,
        cost: isPaid ? 'paid' : cost,
        severity: row.severity ?? severities[String(row.section)] ?? 'behaviour',
      })
    })
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function conditionsOf(id: string, conditions: JsonObject): JsonObject {
  return asObject(asObject(conditions.operations)[id])
}

function requirementOf(fact: Fact, id: string, conditions: JsonObject): JsonObject {
  const { scope, refused, note } = conditionsOf(fact.operation.id, conditions)
  const detail = asObject(asObject(conditions.details)[id])
  const isScope = fact.case === 'scope'
  const { fixtures } = { ...asObject(isScope ? undefined : refused), ...detail }
  const notes = [fact.note, isScope ? undefined : note, detail.note].filter(Boolean)
  return defined({
    id,
    section: sectionOf(fact, conditions),
    statement: fact.statement,
    operations: [fact.operation.id],
    subject:
      fact.field === undefined
        ? undefined
        : defined({ in: fact.in, field: fact.field, case: fact.case, value: fact.value }),
    reply: isScope ? 'refused' : undefined,
    severity: isScope ? 'security' : detail.severity,
    needs: defined({ keys: isScope ? ['without-scope'] : undefined, fixtures }),
    cost: isScope ? asObject(scope).cost : undefined,
    note: notes.length === 0 ? undefined : notes.join(' '),
  })
}

/** Without the members that are undefined. */
function defined(members: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )
}

/** Without empty lists as well. */
function someOf(members: Record<string, Json | undefined>): JsonObject {
  const entries = Object.entries(defined(members))
  return Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value) || value.length > 0))
}

function factsOf(document: JsonObject, operation: RawOperation<JsonObject>, conditions: JsonObject): Fact[] {
  const query = parametersIn(document, operation.pathItem, operation.operation)
    .filter(parameter => parameter.in === 'query')
    .flatMap(parameter =>
      parameterFacts(operation, String(parameter.name), deref(document, parameter.schema)),
    )
  const alternatives = scopesOf(document, operation.operation)
    .filter(scopes => scopes.length > 0)
    .map(scopes => scopes.join(' and '))
  const isAssumed = listOf(conditions.assumed_scopes).includes(operation.id)
  const statement = `${operation.id} serves a key that has the scope ${alternatives.join(' or ')}, and refuses a key without it.`
  const scope: Fact = { operation, in: 'key', case: 'scope', statement }
  const others = [...query, ...bodyFacts(document, operation)]
  return alternatives.length === 0 || isAssumed ? others : [scope, ...others]
}

/** Collects the facts about the parts of a request. */
function collector(operation: RawOperation<JsonObject>, where: Fact['in']) {
  const facts: Fact[] = []
  const add = (field: string, kind: string, rule: string, more: Pick<Fact, 'note' | 'value'> = {}) =>
    void facts.push({
      ...{ operation, in: where, field, case: kind },
      statement: `In ${operation.id}, ${rule}`,
      ...more,
    })
  /** `name` is what a sentence calls the field. */
  const addWords = (field: string, name: string, schema: JsonObject) => {
    const words = wordsOf(schema)
    const rule = `${name} is ${oneOf(words)}; any other word is refused with 422.`
    if (words.length > 0) add(field, 'refuses-unlisted', rule, { note: UNLISTED })
  }
  return { facts, add, addWords }
}

function parameterFacts(operation: RawOperation<JsonObject>, field: string, schema: JsonObject): Fact[] {
  if (schema['x-gap'] !== undefined) return []
  const { facts, add, addWords } = collector(operation, 'query')
  const name = `the parameter \`${field}\``
  const types = typesOf(schema)
  // Every text is valid as a string, so a string parameter refuses none.
  if (isStated(schema, 'type') && types.some(type => /^(integer|number|boolean)$/.test(type))) {
    const note = types.includes('boolean')
      ? 'Use a word that no lenient reader takes for a boolean; 1, 0, yes and no are not asserted.'
      : 'Use a word and 1.5; zero, negative and empty values are gaps.'
    add(field, 'refuses-type', `${name} is ${aTypes(types)}; anything else is refused with 422.`, { note })
  }
  addWords(field, name, schema)
  for (const [keyword, kind, beyond] of [
    ['minimum', 'bound-low', -1],
    ['maximum', 'bound-high', 1],
  ] as const) {
    const bound = schema[keyword]
    if (typeof bound !== 'number' || !isStated(schema, keyword)) continue
    const rule = `${name} may be ${bound}; ${bound + beyond} is refused with 422.`
    add(field, kind, rule, { value: String(bound) })
  }
  return facts
}

function bodyFacts(document: JsonObject, operation: RawOperation<JsonObject>): Fact[] {
  const content = asObject(deref(document, operation.operation.requestBody).content)
  const schema = deref(document, asObject(content['application/json']).schema)
  if (schema['x-gap'] !== undefined) return []
  const { facts, add, addWords } = collector(operation, 'body')
  const fields = Object.entries(asObject(schema.properties))
  if (typesOf(schema).includes('object'))
    add('*', 'refuses-type', 'the body is an object; anything else is refused with 422.', {
      note: 'A missing body is not asserted.',
    })
  if (schema.additionalProperties === false)
    add(
      '*',
      'refuses-extra',
      `the body has the ${fields.length === 1 ? 'field' : 'fields'} ${listed(fields.map(([name]) => name))} and no other; any other field is refused with 422, even beside a valid body.`,
    )
  for (const field of isStated(schema, 'required') ? listOf(schema.required).map(String) : [])
    add(field, 'refuses-missing', `\`${field}\` is required; a body without it is refused with 422.`)
  for (const [field, value] of fields) {
    const own = deref(document, value)
    const types = typesOf(own)
    if (own['x-gap'] !== undefined || types.length === 0) continue
    const isRequired = listOf(schema.required).includes(field)
    const orNull = isRequired && !types.includes('null') ? ', null included,' : ''
    const rule = `\`${field}\` is ${aTypes(types)}; any other type${orNull} is refused with 422.`
    if (isStated(own, 'type')) add(field, 'refuses-type', rule, { note: noteOf(own, types, isRequired) })
    const items = deref(document, own.items ?? own.additionalProperties)
    if (items.type !== undefined && items['x-gap'] === undefined)
      add(
        field,
        'refuses-items',
        `every ${types.includes('array') ? 'element' : 'value'} of \`${field}\` is ${aTypes(typesOf(items))}; any other type is refused with 422.`,
      )
    addWords(field, `\`${field}\``, own)
  }
  return facts
}

/** What a lenient service may read as something else. */
function noteOf({ format }: JsonObject, types: readonly string[], isRequired: boolean): string | undefined {
  if (format === 'date-time') return LENIENT_TIMES
  return types.includes('null') || isRequired ? undefined : LENIENT_NULL
}

const UNLISTED = 'Use a word that no deployment would define; other letter case is not asserted.'
const LENIENT_NULL = 'Null is not asserted: it may stand for a field that is left out (gap optional-null).'
const LENIENT_TIMES = 'Numbers are not asserted: a lenient reader of timestamps may accept them.'

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function aTypes(types: readonly string[]): string {
  return types.map(type => typeNames[type] ?? type).join(' or ')
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `\`${words[0]}\`` : `one of ${listed(words)}`
}

function listed(words: readonly string[]): string {
  return conjunction.format(words.map(word => `\`${word}\``))
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function typesOf(schema: JsonObject): string[] {
  return [schema.type ?? []].flat().map(String)
}

function wordsOf(schema: JsonObject): string[] {
  if (!isStated(schema, 'enum')) return []
  return listOf(schema.enum).filter(word => typeof word === 'string')
}

/** Whether the specification states this keyword, rather than a gap assuming it. */
function isStated(schema: JsonObject, keyword: string): boolean {
  return asObject(schema['x-gap-keywords'])[keyword] === undefined
}

function sectionOf(fact: Fact, conditions: JsonObject): Json {
  if (fact.case.startsWith('bound-')) return '8'
  if (fact.field === '*' && fact.case === 'refuses-type') return '4'
  if (fact.in === 'query' && fact.case === 'refuses-unlisted') return '2.4'
  const { body } = conditionsOf(fact.operation.id, conditions)
  return (fact.in === 'body' ? body : undefined) ?? asObject(conditions.sections)[tagOf(fact)] ?? '4'
}

function familyOf(fact: Fact, conditions: JsonObject): string {
  if (fact.case === 'scope') return 'SCOPE'
  if (fact.case.startsWith('bound-')) return 'LIMIT'
  if (fact.field === '*' && fact.case === 'refuses-type') return 'ERR'
  const { family } = conditionsOf(fact.operation.id, conditions)
  const tag = tagOf(fact)
  return String(family ?? asObject(conditions.families)[tag] ?? tag.toUpperCase().replaceAll(/[^A-Z]/g, ''))
}

function tagOf({ operation }: Fact): string {
  return String(listOf(operation.operation.tags)[0] ?? 'other')
}

/** Returns the next number of a family; numbers are never reused. */
function counters(ids: Ids, written: readonly JsonObject[]): (family: string) => string {
  const known = [
    ...Object.values(ids).flatMap(fields => Object.values(fields).flatMap(cases => Object.values(cases))),
    ...written.map(({ id }) => String(id)),
  ]
  return family => {
    const numbers = known
      .filter(id => id.startsWith(`${family}-`))
      .map(id => Number(id.slice(family.length + 1)))
    const id = `${family}-${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
    known.push(id)
    return id
  }
}

function keyOf(fact: Fact): string {
  return [fact.operation.id, fact.in, fact.field, fact.case].join(' ')
}

function subjectKey({ operations, subject }: JsonObject): string {
  const { in: where, field, case: kind } = asObject(subject)
  return [listOf(operations)[0], where, field, kind].join(' ')
}

function idsText(ids: Ids): string {
  const header = `# The ids of the requirements that follow from the contract. \`npm run generate\` adds the ids of new facts; it never
# changes or removes one, so that an id always means the same. Not to be edited by hand.
`
  const lines = Object.entries(ids).map(([operation, fields]) => {
    const own = Object.entries(fields).map(([field, cases]) => {
      const pairs = Object.entries(cases).map(([kind, id]) => `${kind}: ${id}`)
      return `  ${field}: { ${pairs.join(', ')} }\n`
    })
    return `${stringify(operation).trim()}:\n${own.join('')}`
  })
  return header + lines.join('')
}
