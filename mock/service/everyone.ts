// The caller for reads from outside, such as the console: sees every row and is no person of the workspace.
import { SCOPES } from '#openapi'
import type { PersonRow } from '../world/people.ts'
import type { Caller } from './handler.ts'

const ID = '*'

export const everyone: Caller = {
  key: { id: ID, secret: '', name: ID, personId: ID, scopes: SCOPES, createdAt: 0, revokedAt: null },
  person: {
    id: ID,
    handle: ID,
    position: 0,
    name: 'everyone',
    email: '',
    role: 'admin',
    teamIds: [],
    managedTeamIds: [],
  },
}

export function isEveryone({ id }: PersonRow): boolean {
  return id === ID
}
