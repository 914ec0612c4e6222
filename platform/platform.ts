// What the mock needs of the place where it runs. Everything else it takes from the language and from web standards.
import type { validator } from './validator.ts'

/** What a program uses of its machine. */
export interface ProcessFacts {
  /** The version of Node. */
  readonly node: string
  /** Memory in bytes: of the process, of objects, and of buffers. */
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  /** Processor time in seconds. */
  readonly cpuSeconds: number
}

export interface Platform {
  /** How many bytes a text has as UTF-8. */
  byteLength(text: string): number
  /** A text as UTF-8. */
  encode(text: string): Uint8Array
  /** The text of a JSON file in the folder `generated/` beside a module, which gives its `import.meta.url`. */
  readGenerated(module: string, name: string): unknown
  /** The validator of JSON Schema, loaded on first use. */
  loadAjv(): typeof validator
  /** Calls back after the events that have already arrived were processed. */
  afterThisTurn(callback: () => void): void
  /** The name of the machine in its network; undefined where there is none. */
  machineName(): string | undefined
  /** Undefined where a program cannot know. */
  processFacts(): ProcessFacts | undefined
  /** The text in a gzip file, given as base64. Throws where it is damaged or larger than that. */
  gunzip(base64: string, maxBytes: number): string
  /** The usual words for a status, such as `Not Found`; empty for an unknown one. */
  statusText(status: number): string
}
