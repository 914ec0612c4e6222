/** The target file of a deployment of the mock, as a careful user would write it. */

import { memberNames } from '#mock'
import { SCOPES } from '#openapi'
import type { KeyInput, TargetInput } from '../target/target-schema.ts'
import type { Tenants } from './deployment.ts'
import type { MockFixtures } from './mock-fixtures.ts'

export function targetFor(
  base_url: string,
  world: Tenants,
  furniture: MockFixtures,
  scale: number,
): TargetInput {
  const { roles, abroadRoles } = world
  const { keys, people, agents, workflows, clients, boards, projects, knowledgeBases, teams } = roles
  const key = (name: keyof typeof keys, role: KeyInput['role'], owner: keyof typeof people): KeyInput => ({
    value: keys[name],
    ...(role && { role }),
    scopes: 'all',
    owner,
    person_id: people[owner],
  })
  return {
    name: 'the mock',
    base_url,
    keys: {
      admin: key('admin', 'admin', 'person-admin'),
      manager: key('manager', 'manager', 'person-manager'),
      member: key('member', 'member', 'person-member'),
      other: key('other', 'member', 'person-other'),
      reading: {
        ...key('read-only', 'admin', 'person-admin'),
        scopes: SCOPES.filter(scope => scope.endsWith(':read')),
      },
      none: { ...key('no-scope', 'admin', 'person-admin'), scopes: [] },
      ...furniture.keys,
      revoked: { ...key('revoked', 'admin', 'person-admin'), revoked: true },
      elsewhere: {
        value: abroadRoles.keys.admin,
        role: 'admin',
        scopes: 'all',
        owner: 'person-admin abroad',
        person_id: abroadRoles.people['person-admin'],
        tenant: 'elsewhere',
      },
    },
    fixtures: {
      'agent-finishes': { id: agents['agent-that-finishes'] },
      'agent-slow': { id: agents['agent-that-is-slow'] },
      'agent-fails': { id: agents['agent-that-fails'] },
      'agent-asks-text': { id: agents['agent-that-asks-text'], repeats: true },
      'agent-asks-fields': {
        id: agents['agent-that-asks-fields'],
        values: { amount: 7, currency: 'EUR', reason: 'the goods came back' },
        repeats: true,
      },
      'agent-waits-approval': { id: agents['agent-that-waits-for-approval'] },
      'agent-private': { id: agents['agent-private-to-other'], key: 'other' },
      'agent-shared': { id: agents['agent-that-finishes'] },
      'agent-long-prompt': { id: agents['agent-that-finishes'] },
      workflow: { id: workflows['workflow-straight'] },
      'workflow-with-gate': { id: workflows['workflow-with-gate'] },
      board: { id: boards['board-ops'], prefix: 'OPS' },
      'second-board': { id: boards['board-fin'], prefix: 'FIN' },
      project: { id: projects['project-year-end'] },
      'agency-client': { id: clients['client-contoso'] },
      'second-client': { id: clients['client-fabrikam'] },
      'knowledge-hit': { query: 'invoice', folder: knowledgeBases['kb-finance'] },
      team: { id: teams['team-finance'] },
      'second-team': { id: teams['team-operations'] },
      ...furniture.fixtures,
    },
    members: memberNames(world.home.profile),
    budget: { runs: 500, euros: 1000 },
    pace: { clock_scale: scale, concurrency: 8, timeout_seconds: 20 },
  }
}
