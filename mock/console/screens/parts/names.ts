import { words } from '../../generated/words.gen.ts'
import { useControl, useService } from '../../state/reads.ts'

/** People of the workspace, and their names by id. */
export function usePeople() {
  const { data: people = [] } = useControl('listPeople', {}).data ?? {}
  return { people, nameOf: (id: string | null) => people.find(person => person.id === id)?.name }
}

/** Agents that the key sees, and their ids with their names. */
export function useAgents() {
  const { data: agents = [] } = useService('listAgents', { query: { limit: 100 } }).data ?? {}
  const options = agents.map(({ id, name }) => [id, name] as const)
  return { agents, options, nameOf: (id: string | null) => new Map(options).get(id ?? '') }
}

/** Names by id of what calls are about: agents, the newest runs by their agent, and the newest tasks. */
export function useNames(): ReadonlyMap<string, string> {
  const { options } = useAgents()
  const runs = useService('listRuns', { query: { limit: 100 } }).data?.data ?? []
  const tasks = useService('listTasks', { query: { limit: 100 } }).data?.data ?? []
  return new Map([
    ...options,
    ...runs.map(({ id, agent_name }) => [id, agent_name] as const),
    ...tasks.map(({ id, reference, title }) => [id, `${reference} ${title}`] as const),
  ])
}

/** For fields that take a person: a role stands for the first person with that role who may do it. */
export function personOptions(people: readonly { id: string; name: string; role: string }[]) {
  return [
    ...words.Role.map(role => [role, `Any ${role}`] as const),
    ...people.map(({ id, name, role }) => [id, `${name} (${role})`] as const),
  ]
}

/** Who may decide, and who may not. */
export function useDeciders({ approver_ids }: { approver_ids: readonly string[] }) {
  const { people } = usePeople()
  const may = people.filter(({ id, role }) => role === 'admin' || approver_ids.includes(id))
  return { may, mayNot: people.filter(person => !may.includes(person)) }
}
