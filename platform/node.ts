// The platform of Node.
import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import type * as Ajv from 'ajv/dist/2020.js'
import type * as Formats from 'ajv-formats'
import type { Platform } from './platform.ts'

export type { ProcessFacts } from './platform.ts'

const require = createRequire(import.meta.url)

export const platform: Platform = {
  byteLength: text => Buffer.byteLength(text),
  encode: text => Buffer.from(text),
  readGenerated: (module, name) => JSON.parse(readFileSync(new URL(`./generated/${name}`, module), 'utf8')),
  // By `require`, because most programs that import the contract never validate anything.
  loadAjv: () => ({
    Ajv2020: (require('ajv/dist/2020.js') as typeof Ajv).Ajv2020,
    addFormats: (require('ajv-formats') as typeof Formats.default).default,
  }),
  afterThisTurn: callback => void setImmediate(callback),
  machineName: hostname,
  processFacts: () => {
    const { user, system } = process.cpuUsage()
    return { ...process.memoryUsage(), node: process.version, cpuSeconds: (user + system) / 1e6 }
  },
  gunzip: (base64, mostBytes) =>
    process
      .getBuiltinModule('node:zlib')
      .gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: mostBytes })
      .toString(),
  statusText: status => STATUS_CODES[status] ?? '',
}
