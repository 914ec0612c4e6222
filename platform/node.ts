import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import type * as Fflate from 'fflate'
import type * as Re2js from 're2js'
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
  loadRe2: () => (require('re2js') as typeof Re2js).RE2JS,
  loadCheck: (module, name) =>
    createRequire(module)(`./generated/${name}.cjs`) as (value: unknown) => boolean,
  afterThisTurn: callback => void setImmediate(callback),
  machineName: hostname,
  processFacts: () => {
    const { user, system } = process.cpuUsage()
    return { ...process.memoryUsage(), node: process.version, cpuSeconds: (user + system) / 1e6 }
  },
  unpacking,
  statusText: status => process.getBuiltinModule('node:http').STATUS_CODES[status] ?? '',
}

/** How many characters of base64 are decompressed at once. They are whole bytes, being a multiple of four. */
const SLICE = 16 * 1024

/** Node decompresses in slices only where the caller can wait for them. */
function* unpacking(base64: string, maxBytes: number): Generator<undefined, string> {
  const { Gunzip } = require('fflate') as typeof Fflate
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  const unpacked = new Gunzip(part => {
    bytes += part.length
    parts.push(decoder.decode(part, { stream: true }))
  })
  for (let at = 0; at < base64.length; at += SLICE) {
    unpacked.push(Buffer.from(base64.slice(at, at + SLICE), 'base64'), at + SLICE >= base64.length)
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`)
    yield
  }
  return parts.join('') + decoder.decode()
}
