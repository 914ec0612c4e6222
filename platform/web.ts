// The platform of browsers, service workers and edge runtimes. Generated documents are part of the bundle.

import { RE2JS } from 're2js'
import control from '../mock/control/generated/control.json' with { type: 'json' }
import rows from '../mock/keep/generated/rows.schema.json' with { type: 'json' }
import world from '../mock/world-file/generated/world.schema.json' with { type: 'json' }
import worlds from '../mock/world-file/generated/worlds.json' with { type: 'json' }
import gaps from '../openapi/generated/gaps.json' with { type: 'json' }
import openapi from '../openapi/generated/openapi.json' with { type: 'json' }
import requirements from '../openapi/generated/requirements.json' with { type: 'json' }
import type { Platform } from './platform.ts'
import { validator } from './validator.ts'

export type { ProcessFacts } from './platform.ts'

const documents: Readonly<Record<string, unknown>> = {
  'control.json': control,
  'gaps.json': gaps,
  'openapi.json': openapi,
  'requirements.json': requirements,
  'rows.schema.json': rows,
  'world.schema.json': world,
  'worlds.json': worlds,
}

const encoder = new TextEncoder()

export const platform: Platform = {
  byteLength: text => encoder.encode(text).length,
  encode: text => encoder.encode(text),
  readGenerated: (_, name) => documents[name],
  loadAjv: () => validator,
  loadRe2: () => RE2JS,
  // They would make the bundle larger, and the compiler is in it anyway.
  loadCheck: () => undefined,
  afterThisTurn: callback => void setTimeout(callback),
  machineName: () => undefined,
  processFacts: () => undefined,
  unpacking: () => {
    throw new Error('packed files are unpacked before they come here')
  },
  statusText: () => '',
}
