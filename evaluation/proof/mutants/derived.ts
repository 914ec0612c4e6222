/** Mutants derived from the subject of a requirement: a field or parameter and a rule. */
import {
  bodySchemaOf,
  document,
  type OperationId,
  operations,
  parametersOf,
  type Requirement,
  requirements,
  resolve,
  type Schema,
  typesOf,
} from '#openapi'
import type { Tenants } from '../deployment.ts'
import {
  each,
  handles,
  judges,
  type Loose,
  lives,
  type Mutant,
  type MutantTable,
  refusals,
} from './mutant.ts'
import { refusesValue, valueAt } from './places.ts'

/** Every mutant that the subjects of requirements allow. */
export const derivedMutants = (): MutantTable =>
  each(requirements.requirements, requirement => {
    const { id, subject } = requirement
    if (!subject || LAWFUL.has(id)) return {}
    const operation = requirement.operations[0] as OperationId
    return each(Object.entries(wrongsOf({ operation, ...subject })), ([wrong, make]) => {
      const name = `${id} ${operation}: ${wrong}`
      return { [name]: lives(LIVES[name] ?? '', make, name in LIVES) }
    })
  })

/** Requirements whose derived mutants would be lawful: a manager who names another team may be refused. */
const LAWFUL = new Set(['ROLE-22'])

type Place = NonNullable<Requirement['subject']> & { readonly operation: OperationId }

/** What a service may do wrong with a field or parameter. */
function wrongsOf(place: Place): Readonly<Record<string, Mutant['make']>> {
  const { field, value } = place
  const either = (what: string, wrong: (given: Loose) => boolean) => ({
    [`accepts ${what}`]: tolerates(place, wrong),
    [`answers 400 to ${what}`]: otherStatus(place, wrong),
  })
  switch (place.case) {
    case 'accepts':
      return {
        [`refuses ${field}${value === undefined ? '' : `=${value}`}`]: refusesValue(
          place,
          given => given != null && (value === undefined || String(given) === value),
        ),
        ...(place.or_null && { [`refuses ${field} as null`]: refusesValue(place, given => given === null) }),
        ...(place.effect && { [`takes no notice of ${field}`]: ignores(place) }),
      }
    case 'accepts-listed':
      return {
        [`refuses ${field}=${value}`]: refusesValue(place, given => given === value),
        ...(place.effect && { [`takes no notice of ${field}=${value}`]: ignores(place, value) }),
      }
    case 'accepts-null':
      return { [`refuses ${field} as null`]: refusesValue(place, given => given === null) }
    case 'accepts-missing':
      return {
        'refuses a request with nothing in it': refusesValue(
          place,
          given => given === undefined || given === null || Object.keys(given).length === 0,
        ),
      }
    case 'refuses-missing':
      return either(`a body without ${field}`, given => given === undefined)
    case 'refuses-type':
      return {
        ...(field !== '*' &&
          place.in === 'body' &&
          refusesNull(place) && { [`accepts ${field} as null`]: tolerates(place, given => given === null) }),
        ...(place.in === 'body' &&
          field === '*' &&
          !bodySchemaOf(document, operations[place.operation])?.required && {
            'takes a text as an empty body': tolerates(place, given => typeof given === 'string'),
          }),
        ...(place.in === 'body' &&
          field !== 'output' && {
            [`accepts ${field} as a list or an object`]: tolerates(
              place,
              given => typeof given === 'object' && given !== null,
            ),
          }),
        [`accepts ${field} of a wrong type`]: tolerates(
          place,
          given => given !== undefined && given !== null,
        ),
        [`answers 400 to ${field} of a wrong type`]: otherStatus(place, given => given !== undefined),
      }
    case 'refuses-items':
      return either(`wrong elements of ${field}`, given => typeof given === 'object')
    case 'refuses-unlisted':
      return either(`${field} outside its list`, given => typeof given === 'string')
    case 'refuses-extra':
      return either('a further member', () => true)
    case 'refuses-pair':
      return either(`${field} as null beside the other`, given => given == null)
    case 'bound-low':
    case 'bound-high': {
      const bound = Number(value)
      const beyond = place.case === 'bound-low' ? bound - 1 : bound + 1
      return {
        ...either(`${field}=${beyond}`, given => Number(given) === beyond),
        [`refuses ${field}=${bound}`]: refusesValue(place, given => Number(given) === bound),
      }
    }
    default:
      return {}
  }
}

const INNER = 'the inner structure of these values is not stated: a refusal may be of that'
const WALLET = 'an empty wallet, or a model that is not available, may refuse every completion'
const OUTPUT = 'nothing is shown of an output specification: a service may take anything for one'
const WORDS = 'the valid words are not stated: none of those that are tried may be among them'
const EMPTY = 'an empty body may be refused with 422 as well'
const DATES = 'the form of a date is not stated: none of those that are tried may be right'
const NOT_ON_RECORD =
  'a run names neither its team nor, of need, its person or model: nothing else shows what lies between two windows'
const MOVES = 'which moves are allowed is not stated: all that are tried may be refused'

/** Mutants that survive, with the reason. */
const LIVES: Readonly<Record<string, string>> = {
  'ANA-28 getUsageByUser: takes no notice of days': NOT_ON_RECORD,
  'ANA-32 getUsageByTeam: takes no notice of days': NOT_ON_RECORD,
  'AGENCY-05 getAgencyClientUsage: refuses month': DATES,
  'ANA-38 getDashboardStats: refuses tz': 'the form of a time zone is not stated',
  'COMP-01 createAgentCompletion: refuses agentId': INNER,
  'COMP-04 createAgentCompletion: refuses messages': INNER,
  'COMP-09 createAgentCompletion: accepts output of a wrong type': OUTPUT,
  'COMP-09 createAgentCompletion: answers 400 to output of a wrong type': OUTPUT,
  'COMP-17 createChatCompletion: refuses model': WALLET,
  'COMP-20 createChatCompletion: refuses messages': WALLET,
  'CREATE-01 createTask: refuses title': 'a cap of the plan may refuse every creation',
  'CREATE-14 createTask: refuses executor_kind': WORDS,
  'CREATE-18 createTask: refuses workflow_id': 'a draft or a used-up quota may refuse what it would start',
  'ERR-06 respondToRun: takes a text as an empty body': EMPTY,
  'MOVE-01 setTaskStatus: refuses status': MOVES,
  'RUN-23 listRuns: takes no notice of offset': 'the offset is deprecated: what it still does is not stated',
  'SPEND-10 getSpendByModel: takes no notice of days': NOT_ON_RECORD,
  'SPEND-13 getSpendByTeam: takes no notice of days': NOT_ON_RECORD,
  'SPEND-16 getSpendByUser: takes no notice of days': NOT_ON_RECORD,
  'START-07 startRun: refuses triggered_by': WORDS,
  'WALLET-08 getMonthlyStatement: refuses month': DATES,
  'WF-16 startWorkflowRun: refuses a request with nothing in it':
    'a draft, an empty wallet or a used-up quota may refuse every start',
  'WF-23 listWorkflowRuns: refuses date_from': DATES,
  'WF-24 listWorkflowRuns: refuses date_to': DATES,
}

/** Accepts what the contract refuses: the handler gets the request without the value, or with a valid one. */
function tolerates(place: Place, wrong: (value: Loose) => boolean) {
  return ({ roles }: Tenants) =>
    judges(place.operation, (raw, contract) => {
      const result = contract(raw)
      if (result.ok || !wrong(valueAt(place, raw))) return result
      for (const repaired of repairs(place, raw, roles.agents['agent-that-finishes'])) {
        const again = contract(repaired)
        if (again.ok) return again
      }
      return result
    })
}

function* repairs({ operation, in: where, field }: Place, raw: Loose, agentId: string) {
  if (where === 'query') {
    const { [field]: _, ...query } = raw.query
    yield { ...raw, query }
    return
  }
  const body =
    Array.isArray(raw.body) && typeof raw.body[0] === 'object' ? { ...raw.body[0] } : { ...raw.body }
  if (field === '*') {
    const known = bodyFields(operation)
    yield { ...raw, body }
    yield { ...raw, body: Object.fromEntries(Object.entries(body).filter(([name]) => name in known)) }
    yield { ...raw, body: undefined }
    return
  }
  const { [field]: _, ...rest } = body
  if (/^assignee_/.test(field)) yield { ...raw, body: { ...rest, assignee_type: null, assignee_id: null } }
  if (operation === 'setTaskAssignee') yield { ...raw, body: { type: null, id: null } }
  if (field === 'agentId') yield { ...raw, body: { ...rest, agentId } }
  for (const sample of SAMPLES[field] ?? []) yield { ...raw, body: { ...rest, [field]: sample } }
  yield { ...raw, body: rest }
}

/** Valid values for fields without which a handler refuses the request. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  title: ['as it was sent'],
  status: ['todo'],
  answer: ['as it was sent'],
  values: [{ amount: 7, currency: 'EUR' }],
  query: ['invoice'],
  model: ['aw-small'],
}

/** Refuses with 400 instead of 422. */
function otherStatus(place: Place, wrong: (value: Loose) => boolean) {
  return refusals(place.operation, (answer, asked) =>
    answer.status === 422 && wrong(valueAt(place, { query: asked.query, body: asked.sent }))
      ? { ...answer, status: 400 }
      : undefined,
  )
}

/** The handler never gets the field, or never that value. */
function ignores({ operation, in: where, field }: Place, value?: string) {
  return handles(operation, (request, context, handler) => {
    const part = where === 'query' ? request.query : request.body
    if (part && (value === undefined || part[field] === value)) {
      delete part[field]
      // An assignee consists of two fields; one alone would be refused.
      if (field === 'assignee_type' && where === 'body') delete part.assignee_id
      if (operation === 'setTaskAssignee') Object.assign(part, { type: null, id: null })
      if (where === 'query' && defaultOf(operation, field) !== undefined)
        part[field] = defaultOf(operation, field)
    }
    return handler(request, context)
  })
}

function defaultOf(operation: OperationId, field: string): unknown {
  const found = parametersOf(document, operations[operation]).find(({ name }) => name === field)
  return found && resolve(document, found.schema).element.default
}

function bodyFields(operation: OperationId): Record<string, Schema> {
  return bodySchemaOf(document, operations[operation])?.properties ?? {}
}

/** A null is certainly refused only for a required field that is not nullable. */
function refusesNull({ operation, field }: Place): boolean {
  const { required = [], properties = {} } = bodySchemaOf(document, operations[operation]) ?? {}
  return required.includes(field) && !typesOf(document, properties[field] ?? {}).has('null')
}
