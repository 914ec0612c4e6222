// The interface to the platform. All other code uses only the language and web standards.
import type * as Re2js from 're2js'
import type { validator } from './validator.ts'

/** Metrics of the process. */
export interface ProcessFacts {
  readonly node: string
  /** Memory in bytes: resident, heap, and buffers. */
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  /** CPU time in seconds. */
  readonly cpuSeconds: number
}

export interface Platform {
  /** The length of a text in UTF-8. */
  byteLength(text: string): number
  /** Encodes a text in UTF-8. */
  encode(text: string): Uint8Array
  /** Stands in for the generated contract; set before anything imports that. */
  contract?: { readonly document: object; readonly operations: object }
  /** Reads a JSON file of the folder `generated/` beside a module, given by its `import.meta.url`. */
  readGenerated(module: string, name: string): unknown
  /** The validator of JSON Schema, loaded on first use. */
  loadAjv(): typeof validator
  /** The engine of regular expressions, loaded on first use. */
  loadRe2(): typeof Re2js.RE2JS
  /** A generated validator beside a module, as for `readGenerated`; undefined where none is loaded. */
  loadCheck(module: string, name: string): ((value: unknown) => boolean) | undefined
  /** Calls back after the I/O events that have already arrived. */
  afterThisTurn(callback: () => void): void
  /** The host name; undefined if there is none. */
  machineName(): string | undefined
  /** Undefined if the platform does not expose them. */
  processFacts(): ProcessFacts | undefined
  /** Decompresses a gzip file, given as base64, in slices. Throws a RangeError if it is too large, another if it is damaged. */
  unpacking(base64: string, maxBytes: number): Generator<undefined, string>
  /** The standard text of a status, such as `Not Found`; empty for an unknown one. */
  statusText(status: number): string
}
