/** A world file from what the keys of a deployment see. What they cannot see becomes a comment to fill in. */
import { stringify } from 'yaml'
import type { Seen, SeenAgent, SeenRuns, SeenStep } from './read-deployment.ts'

export interface ImportOptions {
  /** Base URL of the source, for the head of the file. */
  readonly from: string
  /** Keep names, descriptions and prompts. Default: invented names, and prompts of the same length. */
  readonly keepsNames: boolean
}

type Entry = Readonly<Record<string, unknown>>

/** The text of a world file that the mock starts with as it is. */
export function worldTextOf(seen: Seen, { from, keepsNames }: ImportOptions): string {
  const people = handlesOf(seen.people, 'person', keepsNames)
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
    `# Imported from ${keepsNames ? from : 'a deployment'}, with what its keys see.${keepsNames ? '' : ' Names are made up, and prompts keep their length only.'}`,
    ...seen.refused.map(why => `# Not seen: ${why}.`),
    'world: 1',
    '',
    '# Fill in: the time zone and the balance.',
    section('company', {
      name: keepsNames ? new URL(from).hostname : 'Imported company',
      plan: planOf(seen),
    }),
    '# Fill in: names, teams and managers, which keys do not see. Without a manager or an admin, nobody could decide.',
    section('people', {
      ...nobody,
      ...Object.fromEntries(
        seen.people.map(({ id, name, role }, index) => [
          people.get(id),
          {
            ...(keepsNames && name ? { name } : {}),
            role: role === 'admin' || (!hasAdmin && index === 0) ? 'admin' : 'member',
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
            ? steps.map((step, index) => stepOf(step, index, agents, people, keepsNames))
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
    ...(seen.knowledge.length > 0 ? ['# Fill in: documents, and the teams that may search them.'] : []),
    sectionOf('knowledge', seen.knowledge, ({ id, name }) => [
      knowledge.get(id)!,
      keepsNames && name ? { name } : {},
      '',
    ]),
    '# Fill in, for a past: history: { days: 30, runs_per_day: 5 }',
    '',
  ]
    .filter(part => part !== undefined)
    .join('\n')
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

function stepOf(
  { name, agent, approvers }: SeenStep,
  index: number,
  agents: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
  keepsNames: boolean,
): Entry {
  const shown = keepsNames ? name : undefined
  if (agent !== undefined) return { agent: agents.get(agent), ...(shown ? { name: shown } : {}) }
  return {
    gate: shown ?? `Gate ${index + 1}`,
    ...(approvers.length > 0 ? { approvers: approvers.map(id => people.get(id)) } : {}),
  }
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
  return fits.find(([name]) => name === known)?.[0] ?? 'enterprise'
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
