// A file that browsers load, in both forms in which it is sent.
import { readFileSync } from 'node:fs'

export interface StaticFile {
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

const kept = new Map<string, StaticFile>()

/** A file by its address, read once; undefined if there is none, or none of its kind is sent. */
export function staticFile(url: URL): StaticFile | undefined {
  const known = kept.get(url.href)
  const type = types[url.pathname.slice(url.pathname.lastIndexOf('.') + 1)]
  if (known || !type) return known
  try {
    const file = staticText(readFileSync(url), type)
    kept.set(url.href, file)
    return file
  } catch {
    return undefined
  }
}

export function staticText(text: string | Buffer, type = types.html!): StaticFile {
  const bytes = Buffer.from(text)
  let gzipped: Buffer | undefined
  return {
    type,
    bytes,
    get gzipped() {
      gzipped ??= process.getBuiltinModule('node:zlib').gzipSync(bytes)
      return gzipped
    },
    etag: `"${sha256(bytes, 'hex').slice(0, 20)}"`,
  }
}

export function sha256(bytes: string | Buffer, encoding: 'hex' | 'base64'): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest(encoding)
}
