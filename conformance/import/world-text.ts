/** A world file from what the keys of a deployment see. What they cannot see becomes a comment to fill in. */
import { stringify } from 'yaml'
import type { Seen, SeenRuns } from './read-deployment.ts'
import type { SeenThing } from './record-values.ts'

/**
 * `replaced`: invented names, and prompts of the same length. `content`: names, prompts, tasks and summaries, with
 * people, addresses and secrets replaced. `kept`: all of it.
 */
export type Names = 'replaced' | 'content' | 'kept'

type Entry = Readonly<Record<string, unknown>>

/** The text of a world file that the mock starts with as it is; `from` is the base URL of the source, for its head. */
export function worldTextOf(all: Seen, { from, names }: { from: string; names: Names }): string {
  const keepsNames = names !== 'replaced'
  const people = handlesOf(all.people, 'person', names === 'kept')
  const seen = names === 'content' ? withoutPeople(all, people) : all
  const [teams, agents, workflows, boards, projects, knowledge] = [
    handlesOf(seen.teams, 'team', keepsNames),
    handlesOf(seen.agents, 'agent', keepsNames),
    handlesOf(seen.workflows, 'workflow', keepsNames),
    handlesOf(seen.boards, 'board', keepsNames),
    handlesOf(seen.projects, 'project', keepsNames),
    handlesOf(seen.knowledge, 'knowledge', keepsNames),
  ]
  /** What may be kept of a text; members without one are left out of the file. */
  const kept = (text: string | undefined) => (keepsNames && text) || undefined
  const balance = keepsNames ? seen.balance : undefined
  const hasAdmin = seen.people.some(({ role }) => role === 'admin')
  const inWorkflows = new Set(seen.workflows.flatMap(({ steps }) => steps.map(step => step.agent)))
  const models = [...new Set([...seen.models, ...seen.agents.flatMap(({ model }) => model ?? [])])].filter(
    isModel,
  )
  const prefixes = seen.boards.map(({ prefix }) => prefix)
  const tasks = tasksOf(seen, { people, agents, boards, projects })

  return [
    `# Imported from ${names === 'kept' ? from : 'a deployment'}, with what its keys see.${REPLACED[names]}`,
    ...seen.refused.map(why => `# Not seen: ${why}.`),
    'world: 1',
    '',
    `# Fill in: the time zone${balance === undefined ? ' and the balance' : ''}.${planNote(seen)}`,
    section('company', {
      name: names === 'kept' ? new URL(from).hostname : 'Imported company',
      plan: planOf(seen),
      balance_euros: balance,
    }),
    sectionOf('teams', seen.teams, ({ id, name }) => [teams.get(id)!, { name: kept(name) }]),
    '# Fill in: names, teams and managers that keys do not see. Without a manager or an admin, nobody could decide.',
    section('people', {
      ...(people.size === 0 && { admin: { role: 'admin' } }),
      ...Object.fromEntries(
        seen.people.map((person, index) => [
          people.get(person.id),
          {
            name: (names === 'kept' && person.name) || undefined,
            role: !hasAdmin && index === 0 ? 'admin' : roleOf(person),
            teams: handlesIn(person.teams, teams),
            manages: person.role === 'manager' ? handlesIn(person.manages, teams) : undefined,
          },
        ]),
      ),
    }),
    seen.people.some(({ keys }) => keys.length > 0) ? section('keys', keysOf(seen, people)) : undefined,
    models.length === 0
      ? undefined
      : `# Fill in: prices, in euros for a million tokens.\n${section(
          'models',
          Object.fromEntries(models.map(id => [id, { in: 1, out: 5 }])),
        )}`,
    '# Fill in: scripts. They are guessed from the latest runs, because what an agent does in a run cannot be seen.',
    sectionOf('agents', seen.agents, ({ id, name, description, owner, isPrivate, model, prompt, runs }) => [
      agents.get(id)!,
      {
        name: kept(name),
        description: kept(description),
        owner: people.get(owner ?? ''),
        // A workflow of another owner may use it, so it must not be private.
        visibility: isPrivate && !inWorkflows.has(id) ? 'private' : undefined,
        model: isModel(model) ? model : undefined,
        system_prompt: prompt === undefined || keepsNames ? prompt : filler(prompt.length),
        script: scriptOf(runs, keepsNames),
      },
      runs.seen === 0 ? 'no runs were seen' : `${runs.seen} runs were seen, of which ${runs.failed} failed`,
    ]),
    sectionOf('workflows', seen.workflows, ({ id, name, owner, steps }) => [
      workflows.get(id)!,
      {
        name: kept(name),
        owner: people.get(owner ?? ''),
        steps:
          steps.length > 0
            ? steps.flatMap((step, index) => stepsOf(step, index, agents, people, kept))
            : [{ gate: 'Fill in the steps' }],
      },
      steps.length > 0 ? '' : 'its steps cannot be seen',
    ]),
    sectionOf('boards', seen.boards, ({ id, name, prefix = '' }, index) => {
      const isUsable = keepsNames && /^[A-Z][A-Z0-9]{0,9}$/.test(prefix) && prefixes.indexOf(prefix) === index
      return [boards.get(id)!, { name: kept(name), prefix: isUsable ? prefix : `B${index + 1}` }]
    }),
    sectionOf('projects', seen.projects, ({ id, name }) => [projects.get(id)!, { name: kept(name) }]),
    keepsNames && tasks.length > 0 ? section('tasks', tasks) : undefined,
    seen.knowledge.length > 0 ? '# Fill in: documents, and the teams that may search them.' : undefined,
    sectionOf('knowledge', seen.knowledge, ({ id, name }) => [knowledge.get(id)!, { name: kept(name) }]),
    historyOf(seen, agents, keepsNames),
    '',
  ]
    .filter(part => part !== undefined)
    .join('\n')
}

type Handles = ReadonlyMap<string, string>

function tasksOf(
  { tasks }: Seen,
  { people, agents, boards, projects }: Record<'people' | 'agents' | 'boards' | 'projects', Handles>,
): Entry[] {
  return tasks
    .filter(({ title }) => title !== undefined)
    .map(({ title, description, status, board, project, owner, assignee = '' }) => ({
      title,
      description,
      status: statusOf(status),
      board: boards.get(board ?? ''),
      project: projects.get(project ?? ''),
      owner: people.get(owner ?? ''),
      assignee: agents.get(assignee) ?? people.get(assignee),
    }))
}

const REPLACED: Record<Names, string> = {
  replaced: ' Names are made up, and prompts keep their length only.',
  content: ' Names of people, addresses and secrets are replaced.',
  kept: '',
}

function roleOf({ role }: Seen['people'][number]): string {
  return role === 'admin' || role === 'manager' ? role : 'member'
}

function handlesIn(ids: readonly string[], handles: Handles): string[] | undefined {
  const known = ids.flatMap(id => handles.get(id) ?? [])
  return known.length === 0 ? undefined : known
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
function historyOf({ agents }: Seen, handles: Handles, keepsNames: boolean): string {
  const times = agents.flatMap(({ runs }) => runs.startedAt).toSorted((a, b) => a - b)
  const days = Math.max(1, ((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY_MS)
  if (!keepsNames || times.length === 0)
    return '# Fill in, for a past: history: { days: 30, runs_per_day: 5 }'
  // Braces are placeholders in a history.
  const inParentheses = (text: string) => text.replaceAll('{', '(').replaceAll('}', ')')
  const past = agents
    .filter(({ runs }) => runs.seen > 0)
    .map(({ id, runs }) => [
      handles.get(id),
      {
        often: runs.seen,
        success: Math.round((1 - runs.failed / runs.seen) * 100) / 100,
        jobs: runs.jobs.length > 0 ? runs.jobs.map(job => mapTexts(job, inParentheses)) : undefined,
      },
    ])
  const rate = Math.min(MAX_RATE, Math.max(1, Math.round(times.length / days)))
  return section('history', { days: 30, runs_per_day: rate, agents: Object.fromEntries(past) })
}

const DAY_MS = 86_400_000
/** Runs a day; a test run of an hour is no year. */
const MAX_RATE = 50

/** What was seen, with the names of people, mail addresses and what looks like a secret replaced in all texts. */
function withoutPeople(seen: Seen, handles: Handles): Seen {
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
const TEXTS: ReadonlySet<string> = new Set('name description prompt title task summary question'.split(' '))

/** A copy in which those texts are changed. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (name, part: unknown) =>
    typeof part === 'string' && TEXTS.has(name) ? change(part) : part,
  ) as Value
}

/** A handle for each, ordered by id, so that it is the same in every import. */
function handlesOf(things: readonly SeenThing[], kind: string, keepsNames: boolean): Map<string, string> {
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

function keysOf(seen: Seen, people: Handles): Entry {
  return Object.fromEntries(
    seen.people.flatMap(({ id, keys }) => keys.map(key => [slug(key) || 'key', { of: people.get(id) }])),
  )
}

/** A script that follows the outcomes of the latest runs. */
function scriptOf({ seen, failed, seconds = 10, question, waitsForApproval }: SeenRuns, keepsNames: boolean) {
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
  { name, agent, isGate, approvers }: Seen['workflows'][number]['steps'][number],
  index: number,
  agents: Handles,
  people: Handles,
  kept: (text: string | undefined) => string | undefined,
): Entry[] {
  const shown = kept(name)
  const gate = (shown && agent !== undefined ? `Approve: ${shown}` : shown) ?? `Gate ${index + 1}`
  return [
    ...(agent === undefined ? [] : [{ agent: agents.get(agent), name: shown }]),
    ...(isGate ? [{ gate, approvers: handlesIn(approvers, people) }] : []),
  ]
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

function isModel(id: string | undefined): id is string {
  return id !== undefined && /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/.test(id)
}

function filler(length: number): string {
  return 'lorem ipsum dolor sit amet '
    .repeat(Math.ceil(length / 27))
    .slice(0, length)
    .trimEnd()
    .padEnd(length, '.')
}

function section(name: string, entries: Entry | readonly Entry[]): string {
  return stringify({ [name]: entries }, { lineWidth: 110 })
}

/** Entries with a comment each; empty where there are none. */
function sectionOf<Thing>(
  name: string,
  things: readonly Thing[],
  make: (thing: Thing, index: number) => readonly [handle: string, entry: Entry, comment?: string],
): string | undefined {
  if (things.length === 0) return undefined
  const parts = things.map((thing, index) => {
    const [handle, entry, comment = ''] = make(thing, index)
    const text = stringify({ [handle]: entry }, { lineWidth: 108 })
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '  ')
    return comment === '' ? text : `  # ${comment}\n${text}`
  })
  return `${name}:\n${parts.join('\n')}\n`
}
