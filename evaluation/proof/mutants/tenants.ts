/** Tenants: what another workspace's key must never reach. */
import { requirements } from '#openapi'
import type { Tenants } from '../deployment.ts'
import {
  asPerson,
  by,
  changes,
  each,
  handles,
  hides,
  inNeighbour,
  type Loose,
  lives,
  type MutantTable,
  together,
  tried,
  within,
} from './mutant.ts'

const adminOf = ({ tables }: Tenants['home']) => tables.people.all().find(({ role }) => role === 'admin')

/** The neighbour's key is served from this workspace as if its owner were the admin. */
const leaks =
  (name: string, when: (request: Loose) => boolean = () => true) =>
  (world: Tenants) =>
    inNeighbour(
      handles(name, (request, context, handler) => {
        if (!when(request)) return handler(request, context)
        const own = (() => {
          try {
            return handler(request, context)
          } catch (problem) {
            return { problem }
          }
        })()
        const person = world.home.tables.people.get(world.roles.people['person-admin'])
        const there = by(person, within(world.home, context))
        if (own instanceof Promise) return own.catch(() => handler(request, there))
        const listed = own.body?.data !== undefined
        // Numbers count per tenant: the neighbour has tasks with most of them.
        if (!listed && own.problem === undefined && name !== 'getTaskByNumber') return own
        if (!listed) return handler(request, there)
        const theirs = handler({ ...request, query: { ...request.query, cursor: undefined } }, there)
        return { ...own, body: { ...own.body, data: [...theirs.body.data, ...own.body.data] } }
      }),
    )

/** The neighbour's key is served the figures of this workspace. */
const shows = (name: string) => (world: Tenants) =>
  inNeighbour(handles(name, (request, context, handler) => handler(request, within(world.home, context))))

/** The operations of a requirement, without those that only make or read what is tried. */
const reachedBy = (requirement: string) =>
  requirements.requirements
    .find(({ id }) => id === requirement)!
    .operations.filter(name => name !== 'createTask' && !(requirement === 'VIS-05' && name === 'getRun'))

export const tenantMutants: MutantTable = {
  ...each(['VIS-02', 'VIS-03', 'VIS-04', 'VIS-05', 'VIS-06', 'VIS-07', 'AGENT-15', 'APPR-03'], requirement =>
    each(reachedBy(requirement), name => ({
      [`${requirement} ${name} reaches into another tenant`]: lives(
        'a person may belong to two tenants, and a workflow may have been provided to both',
        leaks(name),
        name === 'listWorkflows',
      ),
    })),
  ),
  'VIS-07 the chat of a workflow run is followed from another tenant': world =>
    leaks(
      'streamChat',
      ({ path }) => world.home.tables.chats.get(path.chat_id)?.kind === 'workflow-run',
    )(world),
  'MODEL-02 models of another tenant are listed': world =>
    changes('listModels', (_, { context, again }) => ({
      data: again({}, within(world.neighbour, context)).data,
    })),
  'MODEL-02 models of another tenant are listed to members': ({ neighbour }) =>
    changes('listModels', (_, { context, again }) =>
      context.caller.person.role === 'member'
        ? { data: again({}, within(neighbour, context)).data }
        : undefined,
    ),
  'APPR-03 a manager is listed what an admin of another tenant is': ({ neighbour }) =>
    changes('listPendingApprovals', ({ data }, { context, again }) =>
      context.caller.person.role === 'manager'
        ? { data: [...data, ...again({}, within(neighbour, by(adminOf(neighbour), context))).data] }
        : undefined,
    ),
  'MODEL-02 a model of another tenant answers': ({ neighbour }) =>
    handles('createChatCompletion', (request, context, handler) => {
      const isTheirs = neighbour.tables.models.get(request.body.model) !== undefined
      return handler(request, isTheirs ? { ...context, workspace: neighbour } : context)
    }),
  ...each(
    [
      ['ANA-23', 'getAgentStats'],
      ['SPEND-06', 'getSpendByAgent'],
      ['SPEND-15', 'getSpendByUser'],
    ],
    ([requirement, name]) => ({
      [`${requirement} ${name} shows the figures of another tenant`]: tried(
        { beside: ['runs/finish', 'runs/fail', 'runs/cancel', 'runs/start-bodies'] },
        shows(name),
      ),
    }),
  ),
  'VIS-03 a bare number reaches into another tenant': leaks('getTaskByNumber', ({ path }) =>
    /^\d+$/.test(path.ref),
  ),
  'VIS-03 a number behind a prefix reaches into another tenant': leaks('getTaskByNumber', ({ path }) =>
    /-/.test(path.ref),
  ),
  'VIS-03 a number behind a prefix that no task shows reaches into another tenant': world =>
    together(
      hides(['createTask', 'getTask'], 'reference'),
      leaks('getTaskByNumber', ({ path }) => /-/.test(path.ref))(world),
    ),
  'VIS-03 listTaskRuns reaches into another tenant': leaks('listTaskRuns'),
  'APPR-05 decided approvals of another tenant can be read': world =>
    leaks('getApproval', ({ path }) => {
      const { status = 'pending' } = world.home.tables.approvals.get(path.approval_id) ?? {}
      return status !== 'pending'
    })(world),
  'VIS-03 archived tasks of another tenant can be read': world =>
    leaks('getTask', ({ path }) => world.home.tables.tasks.get(path.task_id)?.archived === true)(world),
  'APPR-05 every approval can be read': asPerson('getApproval', 'person-admin'),
  'APPR-05 approvals of another tenant can be read': leaks('getApproval'),
}
