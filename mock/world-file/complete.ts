// Fills in the defaults of a world, and reports contradictions and violations of the service's rules.

import { SCOPES, type Scope } from '#openapi'
import { isTimeZone } from '../simulation/time-zone.ts'
import { mapValues } from '../store/members.ts'
import { ROLES } from '../world/people.ts'
import { PLANS } from '../world/plans.ts'
import type { Step } from '../world/script.ts'
import { completeHistory } from './complete-history.ts'
import { completeKnowledge } from './complete-knowledge.ts'
import { completeTasks } from './complete-tasks.ts'
import { listOf } from './entries.ts'
import { emailOf, personNameOf, prefixOf, titleOf } from './names.ts'
import { checkRule } from './policy-rules.ts'
import type { Path, Report } from './problem.ts'
import { checkWord } from './references.ts'
import { stepsOf } from './script-text.ts'
import type {
  Agent,
  Board,
  ByHandle,
  Client,
  Company,
  FilledWorld,
  Model,
  Named,
  Person,
  PolicyRule,
  Workflow,
  WorkflowStep,
  World,
  WorldKey,
} from './world.ts'

const USUAL_SCRIPT: readonly Step[] = [
  { do: 'work', seconds: 5 },
  { do: 'finish', summary: 'Done.' },
]

/**
 * The whole world of a source in which the schema's defaults are filled in: what remains follows from other entries. Of
 * what is wrong, something that fits takes the place, so that all mistakes are found at once.
 */
export function completeWorld(source: FilledWorld, report: Report): World {
  const company = companyOf(source, report)
  const people = peopleOf(source, company, report)
  const admin = Object.keys(people).find(handle => people[handle]?.role === 'admin')
  const first = admin ?? Object.keys(people)[0] ?? ''
  const models = mapValues(source.models, modelOf)
  const model = Object.keys(models)[0] ?? ''
  const agents = mapValues(source.agents, (agent, handle) =>
    agentOf(agent, handle, { first, people, model, admin }, report),
  )
  const keys = keysOf(source.keys, people, report)
  const workflows = mapValues(source.workflows, (workflow, handle) =>
    workflowOf(workflow, handle, { first, admin, agents }, report),
  )
  const boards = boardsOf(source, report)
  const knowledge = completeKnowledge(source.knowledge, report)
  const begun = { people, agents, workflows, boards }
  const history = source.history ? completeHistory(source.history, begun, report) : null
  const world = {
    company,
    teams: mapValues(source.teams, namedOf),
    people,
    keys,
    models,
    agents,
    workflows,
    boards,
    projects: mapValues(source.projects, namedOf),
    tasks: completeTasks(source.tasks, { ...begun, first, history }, report),
    knowledge,
    clients: clientsOf(source.clients, report),
    policies: policiesOf(source.policies, people, keys, report),
    history,
  }
  checkPlan(world, report)
  return world
}

function namedOf(entry: string | { readonly name?: string }, handle: string): Named {
  return { name: (typeof entry === 'string' ? entry : entry.name) ?? titleOf(handle) }
}

function companyOf({ company, history }: FilledWorld, report: Report): Company {
  const { time_zone, first_fee = history !== undefined } = company
  // The first use of a time zone is slow, and the default needs no check.
  if (time_zone !== 'Europe/Berlin' && !isTimeZone(time_zone))
    report(
      ['company', 'time_zone'],
      `there is no time zone ${time_zone}; a name such as Europe/Madrid is needed`,
    )
  return { ...company, first_fee }
}

function peopleOf({ people }: FilledWorld, company: Company, report: Report): Record<string, Person> {
  const emails = new Map<string, string>()
  return mapValues(people, (person, handle) => {
    const at = ['people', handle]
    const { name = personNameOf(handle), manages } = person
    const usual = emailOf(name, company.name)
    const {
      email = emails.has(usual) ? emailOf(handle, company.name) : usual,
      role = manages.length > 0 ? 'manager' : 'member',
    } = person
    if (manages.length > 0 && role !== 'manager')
      report(
        [...at, 'manages'],
        `only a manager manages teams, and ${handle} is ${role === 'admin' ? 'an' : 'a'} ${role}`,
      )
    const other = emails.get(email)
    if (other !== undefined)
      report([...at, person.email ? 'email' : 'name'], `${other} has the address ${email} already`)
    emails.set(email, handle)
    return { ...person, name, email, role }
  })
}

function keysOf(
  source: FilledWorld['keys'],
  people: ByHandle<Person>,
  report: Report,
): Record<string, WorldKey> {
  if (Object.keys(source).length === 0)
    return mapValues(people, (_, of) => ({ of, scopes: SCOPES, revoked: false }))
  const secrets = new Map<string, string>()
  return mapValues(source, (key, name) => {
    const at = ['keys', name]
    if (typeof key === 'string') return { of: key, scopes: SCOPES, revoked: false }
    const { secret } = key
    if (secret !== undefined && !/^awk_demo_[\x21-\x7e]+$/.test(secret))
      report(
        [...at, 'secret'],
        `a secret must begin with awk_demo_ and have no spaces, so that nobody takes it for a real one; did you mean awk_demo_${name}?`,
      )
    const text = secret ?? `awk_demo_${name}`
    const other = secrets.get(text)
    if (other !== undefined) report([...at, 'secret'], `the key ${other} has the secret ${text} already`)
    secrets.set(text, name)
    return { ...key, scopes: scopesOf(key.scopes, [...at, 'scopes'], report) }
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

function modelOf(model: FilledWorld['models'][string], id: string): Model {
  const { name = id, cached = model.in / 10 } = model
  return { ...model, name, cached }
}

function agentOf(
  agent: FilledWorld['agents'][string],
  handle: string,
  usual: {
    readonly first: string
    readonly people: ByHandle<Person>
    readonly model: string
    readonly admin: string | undefined
  },
  report: Report,
): Agent {
  const at = ['agents', handle]
  const { name = titleOf(handle), owner = usual.first, model = usual.model, tags = [handle] } = agent
  const { team = usual.people[owner]?.teams[0] ?? null } = agent
  const script = agent.script === undefined ? USUAL_SCRIPT : stepsOf(agent.script, [...at, 'script'], report)
  const approves = script.findIndex(step => step.do === 'await-approval')
  const isDecided =
    usual.admin !== undefined || Object.values(usual.people).some(({ manages }) => manages.length > 0)
  if (approves >= 0 && !isDecided)
    report(
      [...at, 'script'],
      'the script never ends: it waits for an approval, and nobody may decide it; somebody must be an admin or manage the team',
    )
  return { ...agent, name, owner, team, model, tags, script }
}

function workflowOf(
  workflow: FilledWorld['workflows'][string],
  handle: string,
  usual: { readonly first: string; readonly admin: string | undefined; readonly agents: ByHandle<Agent> },
  report: Report,
): Workflow {
  const at = ['workflows', handle]
  const { name = titleOf(handle), owner = usual.first } = workflow
  const steps = listOf(workflow.steps).map((step, index): WorkflowStep => {
    const place = [...at, 'steps', index]
    const { agent, gate, approvers, instruction } = step
    const optionalInstruction = instruction === undefined ? {} : { instruction }
    if ((agent === undefined) === (gate === undefined))
      report(
        place,
        `a step is either an agent or a gate, and this one is ${agent === undefined ? 'neither' : 'both'}`,
      )
    if (agent !== undefined) {
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
      return { agent, name: step.name ?? its?.name ?? titleOf(agent), ...optionalInstruction }
    }
    if (step.name !== undefined) report([...place, 'name'], 'a gate is named by gate; leave name out')
    if (approvers.length === 0 && usual.admin === undefined)
      report(place, 'nobody may decide this gate; say approvers, or make somebody an admin')
    return { gate: gate ?? '', approvers, ...optionalInstruction }
  })
  return { ...workflow, name, owner, steps }
}

function boardsOf({ boards }: FilledWorld, report: Report): Record<string, Board> {
  const prefixes = new Map<string, string>()
  return mapValues(boards, (board, handle) => {
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

function clientsOf(source: FilledWorld['clients'], report: Report): Record<string, Client> {
  const takenBy = new Map<string, string>()
  return mapValues(source, (client, handle) => {
    const agents = typeof client === 'string' ? [] : client.agents
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
  for (const [index, rule] of listOf(rules).entries()) {
    checkWord('person, key or role', names, rule.by, ['policies', index, 'by'], report)
    checkRule(rule, ['policies', index], report)
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
    ['knowledge', 'knowledge bases', plan.caps.knowledge_bases, knowledge],
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
