// The stated elements of replies, with their requirements. A twin can only change them in its part `violations`.
import { document, type OperationId, requirements, type Schema } from '#openapi'
import { madeOnDemand } from '../store/on-demand.ts'

/** Refusals with a stated status. */
export const STATED_CODES: ReadonlySet<string> = new Set(['request_invalid', 'role_insufficient'])

/** Whether a rule of requests would change stated bounds; one named `days` alone would, as well as `getAgentStats days`. */
export const changesStatedBounds = madeOnDemand((key: string): boolean =>
  requirements.requirements.some(
    ({ operations: [id], subject }) =>
      subject?.case.startsWith('bound-') && [subject.field, `${id} ${subject.field}`].includes(key),
  ),
)

interface StatedMember {
  readonly requirement: string
  /** Whether it is stated to be a text. */
  readonly isText?: true
}

/** The members that the specification names, by operation; the structure around them is open. */
export const STATED_MEMBERS: Readonly<Partial<Record<OperationId, Readonly<Record<string, StatedMember>>>>> =
  {
    startRun: {
      run_id: { requirement: 'START-13' },
      chat_id: { requirement: 'START-14' },
      status: { requirement: 'START-15', isText: true },
    },
    getRun: {
      status: { requirement: 'RUN-01', isText: true },
      cost_euros: { requirement: 'RUN-03' },
    },
    listRuns: { next_cursor: { requirement: 'RUN-19', isText: true } },
    createTask: { id: { requirement: 'TASK-02' }, last_run_status: { requirement: 'TASK-04' } },
    getTask: { last_run_status: { requirement: 'TASK-04' } },
    startWorkflowRun: { shared_chat_id: { requirement: 'WF-15', isText: true } },
  }

/** Stated words of enumerations that are otherwise open (section 3). */
const STATED_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RunStatus: { running: 'STATE-01', paused: 'STATE-02', cancelled: 'STATE-15' },
  TaskStatus: { done: 'STATE-54' },
}

/** The requirement that states a word of an enumeration; undefined for a word that a twin may change. */
export function requirementOfWord(name: string, word: string): string | undefined {
  const schema = document.components.schemas[name]
  const isOpen = schema?.['x-gap'] !== undefined || schema?.['x-gap-keywords']?.enum !== undefined
  // Enumerations without a mark are stated as a whole: the priorities and assignee types of tasks.
  return STATED_WORDS[name]?.[word] ?? (schema?.enum && !isOpen ? 'TASK-06' : undefined)
}

export function problemsOfStated(id: OperationId, schema: Schema): string[] {
  return Object.entries(STATED_MEMBERS[id] ?? {}).flatMap(([name, { isText }]) => {
    const found = schemasNamed(schema, name)
    if (found.length === 0) return [`the member ${name} of ${id} is stated and must be there`]
    return isText && !found.some(mayBeText) ? [`the member ${name} of ${id} is stated as a text`] : []
  })
}

/** Chunks of a chat completion have the common third-party shape: choices that carry a delta (section 4.1). */
export function problemsOfStatedEvent(id: OperationId, schema: Schema): string[] {
  if (id !== 'createChatCompletion') return []
  return ['choices', 'delta'].flatMap(name =>
    schemasNamed(schema, name).length === 0 ? [`${name} is stated of the events of ${id}`] : [],
  )
}

function schemasNamed(schema: Schema, name: string): Schema[] {
  const own = schema.properties?.[name]
  return [...(own ? [own] : []), ...innerOf(schema).flatMap(inner => schemasNamed(inner, name))]
}

function innerOf({ properties = {}, items, allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf]
}

function mayBeText(schema: Schema): boolean {
  const { type, anyOf = [], oneOf = [] } = schema
  const parts = [...anyOf, ...oneOf]
  if (parts.length > 0) return parts.some(mayBeText)
  if ('const' in schema) return typeof schema.const === 'string'
  return type === undefined ? schema.properties === undefined : [type].flat().includes('string')
}
