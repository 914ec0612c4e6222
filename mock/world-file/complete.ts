// Fills in what a world leaves out, and reports what does not fit together or breaks a rule of the service.
import { SCOPES, type Scope } from '#openapi'
import { millisecondsIn } from '../simulation/duration.ts'
import { ROLES } from '../world/people.ts'
import { PLANS } from '../world/plans.ts'
import type { Step } from '../world/script.ts'
import { completeHistory } from './complete-history.ts'
import { completeKnowledge } from './complete-knowledge.ts'
import { completeTasks } from './complete-tasks.ts'
import { listOf, mapOf } from './entries.ts'
import { emailOf, personNameOf, prefixOf, titleOf } from './names.ts'
import type { Path, Report } from './problem.ts'
import { References } from './references.ts'
import { stepsOf } from './script-text.ts'
import type {
  Agent,
  Board,
  ByHandle,
  Client,
  Company,
  Model,
  Named,
  Person,
  PolicyRule,
  Workflow,
  WorkflowStep,
  World,
  WorldKey,
  WorldSource,
} from './world.ts'

/** The form of handles; models may have slashes and colons, too. */
const HANDLE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/
const MODEL_ID = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/

/** The kinds of entries that have handles. */
const HANDLED = [
  'teams',
  'people',
  'keys',
  'models',
  'agents',
  'workflows',
  'boards',
  'projects',
  'knowledge',
  'clients',
] as const

/** The models of a world that names none: prices of a large, a medium and a small one. */
const USUAL_MODELS: WorldSource['models'] = {
  'aw-large': { name: 'Agent Work Large', in: 3, out: 15, cached: 0.3 },
  'aw-medium': { name: 'Agent Work Medium', in: 1, out: 5, cached: 0.1 },
  'aw-small': { name: 'Agent Work Small', in: 0.25, out: 1.25, cached: 0.025 },
}

const USUAL_SCRIPT: readonly Step[] = [
  { do: 'work', seconds: 5 },
  { do: 'finish', summary: 'Done: {{input.task}}' },
]

type Entries<Kind extends keyof WorldSource> = NonNullable<WorldSource[Kind]>

/** The whole world. Of what is wrong, something that fits takes the place, so that all mistakes are found at once. */
export function completeWorld(source: WorldSource, known: References, report: Report): World {
  checkHandles(source, report)
  const teams = mapOf(source.teams, (team, handle) => namedOf(team, handle))
  const company = companyOf(source, report)
  const people = peopleOf(source, company, known, report)
  const admin = Object.keys(people).find(handle => people[handle]?.role === 'admin')
  const first = admin ?? Object.keys(people)[0] ?? ''
  const models = modelsOf(source)
  const agents = mapOf(source.agents, (agent, handle) =>
    agentOf(agent, handle, { first, people, model: Object.keys(models)[0] ?? '', admin }, known, report),
  )
  const keys = keysOf(source.keys, people, known, report)
  const workflows = mapOf(source.workflows, (workflow, handle) =>
    workflowOf(workflow, handle, { first, admin, agents }, known, report),
  )
  const boards = boardsOf(source, report)
  const projects = mapOf(source.projects, (project, handle) => namedOf(project, handle))
  const knowledge = completeKnowledge(source.knowledge ?? {}, known, report)
  const clients = clientsOf(source.clients ?? {}, known, report)
  const begun = { people, agents, workflows, boards, projects }
  const history = source.history ? completeHistory(source.history, begun, known, report) : null
  const tasks = completeTasks(source.tasks ?? [], { ...begun, first, admin, history }, known, report)
  const policies = policiesOf(source.policies ?? [], people, keys, report)
  checkPlan({ company, people, agents, knowledge }, report)
  return {
    company,
    teams,
    people,
    keys,
    models,
    agents,
    workflows,
    boards,
    projects,
    tasks,
    knowledge,
    clients,
    policies,
    history,
  }
}

function checkHandles(source: WorldSource, report: Report): void {
  for (const kind of HANDLED)
    for (const handle of Object.keys(source[kind] ?? {})) {
      const form = kind === 'models' ? MODEL_ID : HANDLE
      if (!form.test(handle))
        report(
          [kind, handle],
          `the handle '${handle}' must begin with a letter or a digit and have only letters, digits, '.', '_' and '-', at most 60`,
          true,
        )
    }
}

function namedOf(entry: string | { readonly name?: string }, handle: string): Named {
  return { name: (typeof entry === 'string' ? entry : entry.name) ?? titleOf(handle) }
}

function companyOf({ company = {}, history }: WorldSource, report: Report): Company {
  const { name = 'My company', time_zone = 'Europe/Berlin', plan = 'business', balance_euros } = company
  const { top_up_euros = 500, monthly_top_up_euros = 200, first_fee = history !== undefined } = company
  if (!isTimeZone(time_zone))
    report(
      ['company', 'time_zone'],
      `there is no time zone ${time_zone}; a name such as Europe/Madrid is needed`,
    )
  return {
    name,
    time_zone,
    plan,
    top_up_euros,
    monthly_top_up_euros,
    first_fee,
    ...(balance_euros === undefined ? {} : { balance_euros }),
  }
}

function isTimeZone(name: string): boolean {
  // The first use of a locale is slow, and the usual one needs no check.
  if (name === 'Europe/Berlin') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function peopleOf(
  source: WorldSource,
  company: Company,
  known: References,
  report: Report,
): Record<string, Person> {
  const some = Object.keys(source.people ?? {}).length > 0
  const people = some ? source.people! : ({ admin: { role: 'admin' } } as Entries<'people'>)
  const emails = new Map<string, string>()
  return mapOf(people, (person, handle) => {
    const at = ['people', handle]
    const { name = personNameOf(handle), teams = [], manages = [] } = person
    const usual = emailOf(name, company.name)
    const {
      email = emails.has(usual) ? emailOf(handle, company.name) : usual,
      role = manages.length > 0 ? 'manager' : 'member',
    } = person
    known.all('teams', teams, [...at, 'teams'], report)
    known.all('teams', manages, [...at, 'manages'], report)
    if (manages.length > 0 && role !== 'manager')
      report(
        [...at, 'manages'],
        `only a manager manages teams, and ${handle} is ${role === 'admin' ? 'an' : 'a'} ${role}`,
      )
    const other = emails.get(email)
    if (other !== undefined)
      report([...at, person.email ? 'email' : 'name'], `${other} has the address ${email} already`)
    emails.set(email, handle)
    return { name, email, role, teams: listOf(teams), manages: listOf(manages) }
  })
}

function keysOf(
  source: WorldSource['keys'],
  people: ByHandle<Person>,
  known: References,
  report: Report,
): Record<string, WorldKey> {
  if (Object.keys(source ?? {}).length === 0)
    return mapOf(people, (_, of) => ({ of, scopes: SCOPES, revoked: false }))
  const secrets = new Map<string, string>()
  return mapOf(source, (key, name) => {
    const at = ['keys', name]
    const { of, scopes = 'all', secret, revoked = false } = typeof key === 'string' ? { of: key } : key
    known.one('people', of, typeof key === 'string' ? at : [...at, 'of'], report)
    if (secret !== undefined && !/^awk_demo_[\x21-\x7e]+$/.test(secret))
      report(
        [...at, 'secret'],
        `a secret must begin with awk_demo_ and have no spaces, so that nobody takes it for a real one; did you mean awk_demo_${name}?`,
      )
    const text = secret ?? `awk_demo_${name}`
    const other = secrets.get(text)
    if (other !== undefined) report([...at, 'secret'], `the key ${other} has the secret ${text} already`)
    secrets.set(text, name)
    return {
      of,
      scopes: scopesOf(scopes, [...at, 'scopes'], report),
      ...(secret === undefined ? {} : { secret }),
      revoked,
    }
  })
}

function scopesOf(scopes: string | readonly Scope[], at: Path, report: Report): readonly Scope[] {
  if (typeof scopes !== 'string') return [...new Set(listOf(scopes))]
  if (scopes === 'all') return SCOPES
  if (scopes === 'read') return SCOPES.filter(scope => scope.endsWith(':read'))
  if (scopes !== 'none')
    report(
      at,
      `must be all, read, none, or a list such as [${scopes.includes(':') ? scopes : 'runs:read'}], but was '${scopes}'`,
    )
  return []
}

function modelsOf({ models }: WorldSource): Record<string, Model> {
  const own = Object.keys(models ?? {}).length > 0 ? models : USUAL_MODELS
  return mapOf(own, (model, id) => {
    const { name = id, owned_by = 'agent-work', in: read, out, cached = read / 10 } = model
    return { name, owned_by, in: read, out, cached }
  })
}

function agentOf(
  agent: Entries<'agents'>[string],
  handle: string,
  usual: {
    readonly first: string
    readonly people: ByHandle<Person>
    readonly model: string
    readonly admin: string | undefined
  },
  known: References,
  report: Report,
): Agent {
  const at = ['agents', handle]
  const { name = titleOf(handle), description = '', owner = usual.first, visibility = 'shared' } = agent
  const { model = usual.model, tools = [], tags = [handle], temperature, max_steps } = agent
  const { team = usual.people[owner]?.teams[0] ?? null, system_prompt = '' } = agent
  known.one('people', owner, [...at, 'owner'], report)
  if (team !== null) known.one('teams', team, [...at, 'team'], report)
  known.one('models', model, [...at, 'model'], report)
  const script = agent.script === undefined ? USUAL_SCRIPT : stepsOf(agent.script, [...at, 'script'], report)
  const approves = script.findIndex(step => step.do === 'await-approval')
  const isDecided =
    usual.admin !== undefined || Object.values(usual.people).some(({ manages }) => manages.length > 0)
  if (approves >= 0 && !isDecided)
    report(
      [...at, 'script'],
      'the script never ends: it waits for an approval, and nobody may decide it; somebody must be an admin or manage the team',
    )
  return {
    name,
    description,
    owner,
    team,
    visibility,
    // Files have been read by now.
    system_prompt: String(system_prompt),
    model,
    tools: listOf(tools),
    tags: listOf(tags),
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_steps === undefined ? {} : { max_steps }),
    script,
  }
}

function workflowOf(
  workflow: Entries<'workflows'>[string],
  handle: string,
  usual: { readonly first: string; readonly admin: string | undefined; readonly agents: ByHandle<Agent> },
  known: References,
  report: Report,
): Workflow {
  const at = ['workflows', handle]
  const { name = titleOf(handle), description = '', status = 'active', owner = usual.first } = workflow
  known.one('people', owner, [...at, 'owner'], report)
  const steps = listOf(workflow.steps).map((step, index): WorkflowStep => {
    const place = [...at, 'steps', index]
    const { agent, gate, approvers = [], instruction } = step
    const told = instruction === undefined ? {} : { instruction }
    if ((agent === undefined) === (gate === undefined))
      report(
        place,
        `a step is either an agent or a gate, and this one is ${agent === undefined ? 'neither' : 'both'}`,
      )
    if (agent !== undefined) {
      known.one('agents', agent, [...place, 'agent'], report)
      if (approvers.length > 0)
        report(
          [...place, 'approvers'],
          'only gates have approvers; put a step { gate: …, approvers: […] } behind this one',
        )
      const its = usual.agents[agent]
      if (its?.visibility === 'private' && its.owner !== owner)
        report(
          [...place, 'agent'],
          `${agent} is private to ${its.owner}, and the workflow belongs to ${owner}; share it, or give both to one person`,
        )
      return { agent, name: step.name ?? its?.name ?? titleOf(agent), ...told }
    }
    known.all('people', approvers, [...place, 'approvers'], report)
    if (step.name !== undefined) report([...place, 'name'], 'a gate is named by gate; leave name out')
    if (approvers.length === 0 && usual.admin === undefined)
      report(place, 'nobody may decide this gate; say approvers, or make somebody an admin')
    return { gate: gate ?? '', approvers: listOf(approvers), ...told }
  })
  return { name, description, status, owner, steps }
}

function boardsOf({ boards, tasks = [], history }: WorldSource, report: Report): Record<string, Board> {
  const hasNone = Object.keys(boards ?? {}).length === 0
  // The service makes a board with the first task, too.
  const hasTasks = tasks.length > 0 || (history?.tasks_per_day ?? 0) > 0
  const own = hasNone && hasTasks ? { tasks: { name: 'Tasks', prefix: 'TASK' } } : boards
  const prefixes = new Map<string, string>()
  return mapOf(own, (board, handle) => {
    const prefix = (typeof board === 'string' ? undefined : board.prefix) ?? prefixOf(handle)
    const other = prefixes.get(prefix)
    if (other !== undefined)
      report(
        ['boards', handle, 'prefix'],
        `the board ${other} has the prefix ${prefix} already; say another one, such as prefix: ${prefix}2`,
      )
    prefixes.set(prefix, handle)
    return { ...namedOf(board, handle), prefix }
  })
}

function clientsOf(source: Entries<'clients'>, known: References, report: Report): Record<string, Client> {
  const takenBy = new Map<string, string>()
  return mapOf(source, (client, handle) => {
    const agents = typeof client === 'string' ? [] : listOf(client.agents)
    known.all('agents', agents, ['clients', handle, 'agents'], report)
    for (const [index, agent] of agents.entries()) {
      const other = takenBy.get(agent)
      if (other !== undefined)
        report(
          ['clients', handle, 'agents', index],
          `${agent} works for ${other} already; an agent works for one client`,
        )
      takenBy.set(agent, handle)
    }
    return { ...namedOf(client, handle), agents }
  })
}

function policiesOf(
  rules: readonly PolicyRule[],
  people: ByHandle<Person>,
  keys: ByHandle<WorldKey>,
  report: Report,
): PolicyRule[] {
  const names = [...Object.keys(people), ...Object.keys(keys), ...ROLES]
  for (const [index, { by, after, reject = 0, object = 0 }] of listOf(rules).entries()) {
    const at = ['policies', index]
    References.among('person, key or role', names, by, [...at, 'by'], report)
    const delays = [after ?? 0].flat().map(each => millisecondsIn(each))
    if (delays.some(Number.isNaN))
      report([...at, 'after'], 'must be a time such as 10m or 2h, or the least and the longest')
    else if (delays.length === 2 && delays[1]! < delays[0]!)
      report([...at, 'after'], 'must be the least delay, then the longest')
    if (reject + object > 1)
      report([...at, 'object'], `must be at most ${1 - reject} beside reject ${reject}, but was ${object}`)
  }
  return listOf(rules)
}

function checkPlan(
  { company, people, agents, knowledge }: Pick<World, 'company' | 'people' | 'agents' | 'knowledge'>,
  report: Report,
): void {
  const plan = PLANS.find(({ id }) => id === `plan_${company.plan}`)!
  const counts = [
    ['people', 'members', plan.caps.members, people],
    ['agents', 'agents', plan.caps.agents, agents],
    ['knowledge', 'knowledge bases', plan.caps.knowledgeBases, knowledge],
  ] as const
  for (const [kind, what, cap, entries] of counts) {
    const handles = Object.keys(entries)
    if (cap !== null && handles.length > cap)
      report(
        [kind, handles[cap]!],
        `the plan ${company.plan} allows ${cap} ${what}, and there are ${handles.length}; say a larger company.plan`,
      )
  }
}
