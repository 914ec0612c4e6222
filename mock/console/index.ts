// The only door between the mock and the console: the files that a browser loads. They hold no data.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

export interface ConsoleFile {
  readonly type: string
  readonly bytes: Buffer
  readonly gzipped: Buffer
  /** For `If-None-Match`; the same bytes have the same one. */
  readonly etag: string
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
}

const BUNDLE = './generated/bundle'

const kept = new Map<string, ConsoleFile>()

/** Deeper than any address of the console; each depth has a page of its own. */
const MAX_DEPTH = 10

/**
 * What is at a path below `/_mock/console/`, such as `assets/app.js`; every other path is the page, which reads its
 * own address. Addresses in the page are relative, so that it works behind any prefix.
 */
export function consoleFile(path: string): ConsoleFile | undefined {
  const asset = /^assets\/([\w.-]+\.(js|css|txt))$/.exec(path)
  const depth = path.split('/', MAX_DEPTH + 1).length
  if (depth > MAX_DEPTH) return undefined
  const name = asset ? path : `page ${depth}`
  const file = kept.get(name) ?? (asset ? read(`${BUNDLE}/${asset[1]}`, types[asset[2]!]!) : page(depth))
  if (file) kept.set(name, file)
  return file
}

/** What is at a path below `/_mock/docs/`: a page of the documentation, or what it loads. `npm run site` makes them. */
export function docsFile(path: string): ConsoleFile | undefined {
  const name = path === '' ? 'index.html' : path
  const [, ending] = /^(?:[\w-]+\/)*[\w-]+\.(\w+)$/.exec(name) ?? []
  const type = ending === undefined ? undefined : types[ending]
  if (!type) return undefined
  const key = `docs ${name}`
  // From a clone and from the package it is the same way.
  const place = name.startsWith('pictures/') ? `../../docs/${name}` : `./generated/site/${name}`
  const file = kept.get(key) ?? read(place, type)
  if (file) kept.set(key, file)
  return file
}

/** Changes with every change of the console, so that an open page knows when it is out of date. */
export function consoleVersion(): string {
  return ['assets/app.js', 'assets/style.css'].map(path => consoleFile(path)?.etag.slice(1, 9)).join('-')
}

function page(depth: number): ConsoleFile | undefined {
  const template = read(`${BUNDLE}/page.html`, 'text/html; charset=utf-8')
  if (!template) return undefined
  const up = '../'.repeat(depth - 1) || './'
  return fileOf(Buffer.from(template.bytes.toString().replaceAll('{{up}}', up)), template.type)
}

function read(path: string, type: string): ConsoleFile | undefined {
  try {
    return fileOf(readFileSync(new URL(path, import.meta.url)), type)
  } catch {
    return undefined
  }
}

function fileOf(bytes: Buffer, type: string): ConsoleFile {
  return {
    type,
    bytes,
    gzipped: gzipSync(bytes),
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}"`,
  }
}
