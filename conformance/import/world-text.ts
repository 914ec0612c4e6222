/** A world file from what the keys of a deployment see. What they cannot see becomes a comment to fill in. */
import { stringify } from 'yaml'
import type { Seen, SeenAgent, SeenPerson, SeenRuns, SeenStep } from './seen.ts'

export interface ImportOptions {
  /** Base URL of the source, for the head of the file. */
  readonly from: string
  readonly names: Names
}

/**
 * `replaced`: invented names, and prompts of the same length. `content`: names, prompts, tasks and summaries, with
 * people, addresses and secrets replaced. `kept`: all of it.
 */
export type Names = 'replaced' | 'content' | 'kept'

type Entry = Readonly<Record<string, unknown>>

/** The text of a world file that the mock starts with as it is. */
export function worldTextOf(all: Seen, { from, names }: ImportOptions): string {
  const keepsNames = names !== 'replaced'
  const people = handlesOf(all.people, 'person', names === 'kept')
  const seen = names === 'content' ? withoutPeople(all, people) : all
  const teams = handlesOf(seen.teams, 'team', keepsNames)
  const agents = handlesOf(seen.agents, 'agent', keepsNames)
  const workflows = handlesOf(seen.workflows, 'workflow', keepsNames)
  const boards = handlesOf(seen.boards, 'board', keepsNames)
  const projects = handlesOf(seen.projects, 'project', keepsNames)
  const knowledge = handlesOf(seen.knowledge, 'knowledge', keepsNames)
  const nobody = people.size === 0 ? { admin: { role: 'admin' } } : {}
  const hasAdmin = seen.people.some(({ role }) => role === 'admin')
  const models = [...new Set([...seen.models, ...seen.agents.flatMap(({ model }) => model ?? [])])].filter(
    isModel,
  )

  return [
    `# Imported from ${names === 'kept' ? from : 'a deployment'}, with what its keys see.${REPLACED[names]}`,
    ...seen.refused.map(why => `# Not seen: ${why}.`),
    'world: 1',
    '',
    `# Fill in: the time zone${seen.balance === undefined || !keepsNames ? ' and the balance' : ''}.${planNote(seen)}`,
    section('company', {
      name: names === 'kept' ? new URL(from).hostname : 'Imported company',
      plan: planOf(seen),
      ...(seen.balance === undefined || !keepsNames ? {} : { balance_euros: seen.balance }),
    }),
    sectionOf('teams', seen.teams, ({ id, name }) => [
      teams.get(id)!,
      keepsNames && name ? { name } : {},
      '',
    ]),
    '# Fill in: names, teams and managers that keys do not see. Without a manager or an admin, nobody could decide.',
    section('people', {
      ...nobody,
      ...Object.fromEntries(
        seen.people.map((person, index) => [
          people.get(person.id),
          {
            ...(names === 'kept' && person.name ? { name: person.name } : {}),
            role: !hasAdmin && index === 0 ? 'admin' : roleOf(person),
            ...handlesIn('teams', person.teams, teams),
            ...(person.role === 'manager' ? handlesIn('manages', person.manages, teams) : {}),
          },
        ]),
      ),
    }),
    ...(seen.people.some(({ keys }) => keys.length > 0) ? [section('keys', keysOf(seen, people))] : []),
    ...(models.length === 0
      ? []
      : [
          '# Fill in: prices, in euros for a million tokens.',
          section('models', Object.fromEntries(models.map(id => [id, { in: 1, out: 5 }]))),
        ]),
    '# Fill in: scripts. They are guessed from the latest runs, because what an agent does in a run cannot be seen.',
    sectionOf('agents', seen.agents, agent => [
      agents.get(agent.id)!,
      agentOf(agent, people, seen, keepsNames),
      runsOf(agent),
    ]),
    sectionOf('workflows', seen.workflows, ({ id, name, owner, steps }) => [
      workflows.get(id)!,
      {
        ...(keepsNames && name ? { name } : {}),
        ...(owner === undefined ? {} : { owner: people.get(owner) }),
        steps:
          steps.length > 0
            ? steps.flatMap((step, index) => stepsOf(step, index, agents, people, keepsNames))
            : [{ gate: 'Fill in the steps' }],
      },
      steps.length > 0 ? '' : 'its steps cannot be seen',
    ]),
    sectionOf('boards', seen.boards, ({ id, name, prefix }, index) => [
      boards.get(id)!,
      {
        ...(keepsNames && name ? { name } : {}),
        prefix: prefixOf(
          seen.boards.map(board => board.prefix),
          prefix,
          index,
          keepsNames,
        ),
      },
      '',
    ]),
    sectionOf('projects', seen.projects, ({ id, name }) => [
      projects.get(id)!,
      keepsNames && name ? { name } : {},
      '',
    ]),
    keepsNames
      ? listOf(
          'tasks',
          seen.tasks.flatMap(({ title, description, status, board, project, owner, assignee }) => {
            const its = agents.get(assignee ?? '') ?? people.get(assignee ?? '')
            return title === undefined
              ? []
              : {
                  title,
                  ...(description === undefined ? {} : { description }),
                  status: statusOf(status),
                  ...(board === undefined ? {} : { board: boards.get(board) }),
                  ...(project === undefined ? {} : { project: projects.get(project) }),
                  ...(owner === undefined ? {} : { owner: people.get(owner) }),
                  ...(its === undefined ? {} : { assignee: its }),
                }
          }),
        )
      : undefined,
    ...(seen.knowledge.length > 0 ? ['# Fill in: documents, and the teams that may search them.'] : []),
    sectionOf('knowledge', seen.knowledge, ({ id, name }) => [
      knowledge.get(id)!,
      keepsNames && name ? { name } : {},
      '',
    ]),
    historyOf(seen, agents, keepsNames),
    '',
  ]
    .filter(part => part !== undefined)
    .join('\n')
}

const REPLACED: Record<Names, string> = {
  replaced: ' Names are made up, and prompts keep their length only.',
  content: ' Names of people, addresses and secrets are replaced.',
  kept: '',
}

function roleOf({ role }: SeenPerson): string {
  return role === 'admin' || role === 'manager' ? role : 'member'
}

function handlesIn(name: string, ids: readonly string[], handles: ReadonlyMap<string, string>): Entry {
  const known = ids.flatMap(id => handles.get(id) ?? [])
  return known.length === 0 ? {} : { [name]: known }
}

/** The deployment's plan, where the mock has none of that name. */
function planNote(seen: Seen): string {
  const { plan } = seen
  if (plan === undefined || plan.toLowerCase().includes(planOf(seen))) return ''
  return ` The deployment's plan is ${JSON.stringify(plan)}; this is the smallest one with room for what was seen.`
}

const STATUSES: readonly (readonly [RegExp, string])[] = [
  [/cancel|drop|abort/i, 'cancelled'],
  [/done|complete|closed|finished/i, 'done'],
  [/review|approv/i, 'in_review'],
  [/progress|doing|active|started/i, 'in_progress'],
  [/to_?do|open|ready|next/i, 'todo'],
]

function statusOf(word = ''): string {
  return STATUSES.find(([pattern]) => pattern.test(word))?.[1] ?? 'backlog'
}

/** A past with as many runs a day as were seen, of the same agents, with the same jobs. */
function historyOf({ agents }: Seen, handles: ReadonlyMap<string, string>, keepsNames: boolean): string {
  const times = agents.flatMap(({ runs }) => runs.startedAt).toSorted((a, b) => a - b)
  const days = Math.max(1, ((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY_MS)
  if (!keepsNames || times.length === 0)
    return '# Fill in, for a past: history: { days: 30, runs_per_day: 5 }'
  const past = agents
    .filter(({ runs }) => runs.seen > 0)
    .map(({ id, runs }) => [
      handles.get(id),
      {
        often: runs.seen,
        success: Math.round((1 - runs.failed / runs.seen) * 100) / 100,
        ...(runs.jobs.length > 0 ? { jobs: runs.jobs.map(job => mapTexts(job, withoutBraces)) } : {}),
      },
    ])
  const rate = Math.min(MAX_RATE, Math.max(1, Math.round(times.length / days)))
  return section('history', { days: 30, runs_per_day: rate, agents: Object.fromEntries(past) })
}

const DAY_MS = 86_400_000
/** Runs a day; a test run of an hour is no year. */
const MAX_RATE = 50

/** Braces are placeholders in a history. */
function withoutBraces(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')')
}

/** What was seen, with the names of people, mail addresses and what looks like a secret replaced in all texts. */
function withoutPeople(seen: Seen, handles: ReadonlyMap<string, string>): Seen {
  const names = new Map(
    seen.people.flatMap(({ id, name = '' }) =>
      [name, ...name.split(/\s+/)].flatMap(word =>
        word.length > 2 ? [[word, (handles.get(id) ?? 'somebody').replace('-', ' ')] as const] : [],
      ),
    ),
  )
  const words = [...names.keys()].sort((a, b) => b.length - a.length)
  const escaped = words.map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const named = new RegExp(`(?<!\\p{L})(?:${escaped.join('|') || '(?!)'})(?!\\p{L})`, 'gu')
  const clean = (text: string) =>
    text
      .replaceAll(MAIL, 'person@example.com')
      .replaceAll(SECRET, 'secret')
      .replaceAll(named, word => names.get(word) ?? 'somebody')
  return { ...mapTexts(seen, clean), people: seen.people }
}

const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** A token of twenty characters with letters and digits, or one behind a word for it. */
const SECRET =
  /\b(?=\w*\d)(?=\w*[a-z])[\w-]{20,}\b|(?<=\b(?:password|secret|token|key|bearer)\b[ :=]{1,3})\S{6,}/gi

/** Members that contain what people wrote. */
const TEXTS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'prompt',
  'title',
  'task',
  'summary',
  'question',
])

/** A copy in which those texts are changed. */
function mapTexts<Value>(value: Value, change: (text: string) => string, isText = false): Value {
  const map = (part: unknown, isText: boolean): unknown => {
    if (typeof part === 'string') return isText ? change(part) : part
    if (Array.isArray(part)) return part.map(each => map(each, isText))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, map(each, TEXTS.has(name))]))
  }
  return map(value, isText) as Value
}

/** A handle for each, ordered by id, so that it is the same in every import. */
function handlesOf(
  things: readonly { readonly id: string; readonly name: string | undefined }[],
  kind: string,
  keepsNames: boolean,
): Map<string, string> {
  const taken = new Set<string>()
  return new Map(
    things.map(({ id, name }, index) => {
      const plain = keepsNames ? slug(name ?? '') : ''
      const wanted = plain === '' ? `${kind}-${index + 1}` : plain
      const handle = taken.has(wanted) ? `${wanted}-${index + 1}` : wanted
      taken.add(handle)
      return [id, handle]
    }),
  )
}

function slug(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/[ -]+/g, '-')
    .slice(0, 50)
}

function keysOf(seen: Seen, people: ReadonlyMap<string, string>): Entry {
  return Object.fromEntries(
    seen.people.flatMap(({ id, keys }) => keys.map(key => [slug(key) || 'key', { of: people.get(id) }])),
  )
}

function agentOf(
  agent: SeenAgent,
  people: ReadonlyMap<string, string>,
  seen: Seen,
  keepsNames: boolean,
): Entry {
  const { id, name, description, owner, isPrivate, model, prompt } = agent
  const isShared = seen.workflows.some(({ steps }) => steps.some(step => step.agent === id))
  return {
    ...(keepsNames && name ? { name } : {}),
    ...(keepsNames && description ? { description } : {}),
    ...(owner === undefined ? {} : { owner: people.get(owner) }),
    // A workflow of another owner may use it, so it must not be private.
    ...(isPrivate && !isShared ? { visibility: 'private' } : {}),
    ...(isModel(model) ? { model } : {}),
    ...(prompt === undefined ? {} : { system_prompt: keepsNames ? prompt : filler(prompt.length) }),
    script: scriptOf(agent.runs, keepsNames),
  }
}

/** A script that follows the outcomes of the latest runs. */
function scriptOf(
  { seen, failed, seconds = 10, question, waitsForApproval }: SeenRuns,
  keepsNames: boolean,
): string {
  const work = `work ${Math.max(1, Math.round(seconds))}s`
  if (waitsForApproval) return `${work}; approval Go on; finish Done.`
  if (question !== undefined)
    return `${work}; ask ${keepsNames ? inOneStep(question) : 'What is missing?'}; finish Done with {{answer}}`
  return failed > seen / 2 ? `${work}; fail It failed.` : `${work}; finish Done.`
}

/** A text without characters that would end a step or start a placeholder. */
function inOneStep(text: string): string {
  return text
    .replaceAll(/[;{}\s]+/g, ' ')
    .trim()
    .slice(0, 200)
}

/** An agent, a gate, or a gate behind an agent. */
function stepsOf(
  { name, agent, isGate, approvers }: SeenStep,
  index: number,
  agents: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
  keepsNames: boolean,
): Entry[] {
  const shown = keepsNames ? name : undefined
  const gate = shown && agent !== undefined ? `Approve: ${shown}` : shown
  return [
    ...(agent === undefined ? [] : [{ agent: agents.get(agent), ...(shown ? { name: shown } : {}) }]),
    ...(isGate
      ? [
          {
            gate: gate ?? `Gate ${index + 1}`,
            ...(approvers.length > 0 ? { approvers: approvers.map(id => people.get(id)) } : {}),
          },
        ]
      : []),
  ]
}

function runsOf({ runs }: SeenAgent): string {
  return runs.seen === 0 ? 'no runs were seen' : `${runs.seen} runs were seen, of which ${runs.failed} failed`
}

/** A plan with sufficient caps; the deployment's own where its name is known. */
function planOf({ plan, people, agents, knowledge }: Seen): string {
  const known = ['starter', 'business', 'enterprise'].find(name => plan?.toLowerCase().includes(name))
  const caps = {
    starter: [5, 5, 2],
    business: [50, 60, 20],
    enterprise: [Infinity, Infinity, Infinity],
  } as const
  const fits = Object.entries(caps).filter(
    ([, [members, most, bases]]) =>
      people.length <= members && agents.length <= most && knowledge.length <= bases,
  )
  return (fits.find(([name]) => name === known) ?? fits[0])?.[0] ?? 'enterprise'
}

function prefixOf(
  all: readonly (string | undefined)[],
  prefix: string | undefined,
  index: number,
  keepsNames: boolean,
): string {
  const isUsable =
    keepsNames && prefix !== undefined && /^[A-Z][A-Z0-9]{0,9}$/.test(prefix) && all.indexOf(prefix) === index
  return isUsable ? prefix : `B${index + 1}`
}

function isModel(id: string | undefined): id is string {
  return id !== undefined && /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/.test(id)
}

/** Filler text of that length. */
function filler(length: number): string {
  return 'lorem ipsum dolor sit amet '
    .repeat(Math.ceil(length / 27))
    .slice(0, length)
    .trimEnd()
    .padEnd(length, '.')
}

function section(name: string, entries: Entry): string {
  return stringify({ [name]: entries }, { lineWidth: 110 })
}

function listOf(name: string, entries: readonly Entry[]): string | undefined {
  return entries.length === 0 ? undefined : stringify({ [name]: entries }, { lineWidth: 110 })
}

/** Entries with a comment each; empty where there are none. */
function sectionOf<Thing>(
  name: string,
  things: readonly Thing[],
  make: (thing: Thing, index: number) => readonly [handle: string, entry: Entry, comment: string],
): string | undefined {
  if (things.length === 0) return undefined
  const parts = things.map((thing, index) => {
    const [handle, entry, comment] = make(thing, index)
    const text = stringify({ [handle]: entry }, { lineWidth: 108 })
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '  ')
    return comment === '' ? text : `  # ${comment}\n${text}`
  })
  return `${name}:\n${parts.join('\n')}\n`
}
