// Every workspace of one mock: how they come to be, and how they go.
import { unknownKey } from '../server/authenticate.ts'
import type { Hub, Tenancy } from '../server/hub.ts'
import { ControlRefusal } from './refusal.ts'

export class Realm {
  readonly hub: Hub

  constructor(hub: Hub) {
    this.hub = hub
  }

  /** The workspace with that id. */
  require(id: string): Tenancy {
    const tenancy = this.hub.get(id)
    if (tenancy) return tenancy
    throw new ControlRefusal(
      404,
      'workspace_not_found',
      `There is no workspace ${id}. GET /_mock/workspaces lists them; 'current' is that of the key sent, or the demo.`,
      { param: 'workspace_id' },
    )
  }

  /** The workspace that a key belongs to; without one, the demo. */
  current(secret: string | undefined): Tenancy {
    if (secret === undefined) return this.require('demo')
    const tenancy = this.hub.bySecret(secret)
    if (!tenancy) throw unknownKey()
    return tenancy
  }
}
