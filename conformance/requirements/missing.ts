/** What a check lacks: in words for the reader, and as parts of a target file that would provide it. */
import { stringify } from 'yaml'
import type { Scope } from '#openapi'
import type { FixtureInput, FixtureName, KeyInput, Role, TargetInput } from '../target/target-schema.ts'

/** What an operator can add to the target. Values in capitals are known only to the operator. */
export type TargetPart = Partial<Pick<TargetInput, 'keys' | 'fixtures' | 'members' | 'budget'>>

/** Lines that an operator can add to the target file. */
export const targetLines = (part: TargetPart): string[] =>
  Object.entries(part).map(
    ([name, value]) => `${name}: ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`,
  )

export interface Lack {
  what: string
  /** Alternatives, each of which may let the check come to a verdict. Empty where no target file would help. */
  add: readonly TargetPart[]
  /** The request that the recording being judged lacks. */
  unrecorded?: string
}

/** The scenario found no evidence. Any other scenario's reason is more informative. */
export const NOTHING_SEEN: Lack = { what: 'nothing was seen that shows it', add: [] }

/** No verdict; the report says what would bring one. Thrown with words alone, no addition to the target helps. */
export class Missing extends Error {
  readonly lack: Lack

  constructor(lack: Lack | string) {
    const known = lackOf(lack)
    super(known.what)
    this.name = 'Missing'
    this.lack = known
  }
}

/** A preparatory call of a scenario failed; another scenario judges that call. */
export class SetupFailed extends Missing {
  readonly status: number

  constructor({ method, path }: { method: string; path: string }, status: number) {
    super(`setup: ${method} ${path} answered ${status}`)
    this.name = 'SetupFailed'
    this.status = status
  }
}

/** For a part of a check that may be left out: `await read().catch(ignoreMissing)`. */
export function ignoreMissing(problem: unknown): undefined {
  if (!(problem instanceof Missing)) throw problem
}

/** `an agent`, `a run`. */
export const aKind = (kind: string): string => `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`

export const lackOf = (missing: Lack | string): Lack =>
  typeof missing === 'string' ? { what: missing, add: [] } : missing

const EXAMPLES: Partial<Record<FixtureName, FixtureInput>> = {
  'agent-finishes': { id: 'AGENT_ID', task: 'INSTRUCTION' },
  'agent-slow': { id: 'AGENT_ID', task: 'INSTRUCTION' },
  'agent-asks-fields': { id: 'AGENT_ID', values: { FIELD: 'VALUE' } },
  board: { id: 'BOARD_ID', prefix: 'OPS' },
  'knowledge-hit': { query: 'WORDS_THAT_HIT' },
  'knowledge-second': { query: 'WORDS', folder: 'FOLDER_ID' },
  'knowledge-private': { query: 'WORDS', folder: 'FOLDER_ID', key: 'NAME_OF_A_KEY' },
  'agent-private': { id: 'AGENT_ID', key: 'NAME_OF_ITS_OWNERS_KEY' },
  'workflow-with-gate': { id: 'WORKFLOW_ID', key: 'NAME_OF_A_KEY_THAT_MAY_NOT_DECIDE' },
  'zero-member': { id: 'USER_ID' },
}

const example = (name: FixtureName): FixtureInput => {
  const kind = name.startsWith('agent-') ? 'AGENT' : name.replace(/^.*-/, '').toUpperCase()
  return EXAMPLES[name] ?? { id: `${kind}_ID` }
}

const key = (what: string, name: string, input: Omit<KeyInput, 'env' | 'value'>): Lack => ({
  what,
  add: [{ keys: { [name]: { env: `${name.toUpperCase().replaceAll('-', '_')}_KEY`, ...input } } }],
})

/** The two keys with few scopes, without which most scopes cannot be told apart. */
const narrow = (what: string, scope: Scope): Lack =>
  scope === 'agents:read'
    ? key(what, 'narrow-too', { scopes: ['tasks:read'], owner: 'NAME' })
    : key(what, 'narrow', { scopes: ['agents:read'], owner: 'NAME' })

/** Everything that a target may lack, with default wording. */
export const lacks = {
  fixture: (name: FixtureName, what = `fixture ${name}`): Lack => ({
    what,
    add: [{ fixtures: { [name]: example(name) } }],
  }),
  /** The declaration that the fixture's agent is certain to repeat the answer. */
  repeats: (name: FixtureName, what: string): Lack => ({
    what,
    add: [{ fixtures: { [name]: { ...example(name), repeats: true } } }],
  }),
  key: (scope: Scope, role?: Role, what?: string): Lack =>
    role
      ? key(what ?? `a key with scope ${scope} of a person with role ${role}`, role, {
          role,
          scopes: 'all',
          owner: role === 'admin' ? 'NAME' : 'ANOTHER_NAME',
        })
      : // One key with all scopes serves every check that lacks one.
        key(what ?? `a key with scope ${scope}`, 'more', { scopes: 'all' }),
  /** A key that the service must refuse because it lacks this scope. */
  without: (scope: Scope): Lack => narrow(`a key whose scopes are named and do not hold ${scope}`, scope),
  anotherScope: (scope: Scope): Lack => narrow(`a key with a single scope other than ${scope}`, scope),
  nothingBut: (scope: Scope): Lack =>
    key(`a key with the scope ${scope} and no other`, 'runner', { scopes: [scope] }),
  revoked: (): Lack => key('a revoked key', 'old', { revoked: true }),
  elsewhere: (scope?: Scope): Lack =>
    key(`a key of another tenant${scope ? ` with scope ${scope}` : ''}`, 'elsewhere', {
      role: 'admin',
      scopes: 'all',
      tenant: 'other',
    }),
  /** Another key of the same person. */
  sameOwner: (): Lack =>
    key('two keys of one person, with the same owner in the target', 'second', {
      scopes: 'all',
      owner: 'SAME_NAME',
    }),
  /** A key of somebody else in the same tenant. */
  colleague: (what: string): Lack =>
    key(what, 'member', { role: 'member', scopes: 'all', owner: 'ANOTHER_NAME' }),
  person: (what: string): Lack => ({
    what,
    add: [{ keys: { admin: { env: 'ADMIN_KEY', person_id: 'USER_ID' } } }],
  }),
  /** No target can name it: ids are read under usual names only. */
  id: (kind: string): Lack => lackOf(`the id of ${aKind(kind)} under a usual name`),
  /** The name of a member that the suite does not recognise. */
  member: (id: string, what: string): Lack => ({
    what: `a member that shows ${what}: name it, members.${id}`,
    add: [{ members: { [id]: 'NAME_OF_THE_MEMBER' } }],
  }),
  budget: (what: string, more: NonNullable<TargetInput['budget']>): Lack => ({
    what,
    add: [{ budget: more }],
  }),
  /** Any of these suffices. */
  any: (what: string, ...some: readonly Lack[]): Lack => ({ what, add: some.flatMap(one => one.add) }),
  /** All of these are needed. */
  all: (...some: readonly Lack[]): Lack => ({
    what: some.map(one => one.what).join(', '),
    add: some.flatMap(one => one.add),
  }),
}
