// The platform of Node.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import type { Platform } from './platform.ts'
import type * as Validator from './validator.ts'

export type { ProcessFacts } from './platform.ts'

const require = createRequire(import.meta.url)

export const platform: Platform = {
  byteLength: text => Buffer.byteLength(text),
  encode: text => Buffer.from(text),
  readGenerated: (module, name) => JSON.parse(readFileSync(new URL(`./generated/${name}`, module), 'utf8')),
  // With `require`, because most programs that import the contract never validate anything.
  loadAjv: () => {
    const file = import.meta.url.endsWith('.ts') ? './validator.ts' : './validator.cjs'
    return (require(file) as typeof Validator).validator
  },
  afterThisTurn: callback => void setImmediate(callback),
  machineName: hostname,
  processFacts: () => {
    const { user, system } = process.cpuUsage()
    return { ...process.memoryUsage(), node: process.version, cpuSeconds: (user + system) / 1e6 }
  },
  gunzip: (base64, maxBytes) =>
    process
      .getBuiltinModule('node:zlib')
      .gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: maxBytes })
      .toString(),
  statusText: status => process.getBuiltinModule('node:http').STATUS_CODES[status] ?? '',
}
