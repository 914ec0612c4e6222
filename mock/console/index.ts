// The only door between the mock and the console: the files that a browser loads. They hold no data.
import { type StaticFile, staticFile, staticText } from './static-file.ts'

export { type StaticFile, sha256, staticFile, staticText } from './static-file.ts'

/** Deeper than any address of the console. */
const MAX_DEPTH = 10

/**
 * What is at a path below `/_mock/console/`, such as `assets/app.js`; every other path is the page, which reads its
 * own address. Addresses in the page are relative, so that it works behind any prefix.
 */
export function consoleFile(path: string): StaticFile | undefined {
  const [, asset] = /^assets\/([\w.-]+\.(?:js|css|txt))$/.exec(path) ?? []
  if (asset) return bundled(asset)
  const depth = path.split('/', MAX_DEPTH + 1).length
  const template = bundled('page.html')
  if (depth > MAX_DEPTH || !template) return undefined
  const up = '../'.repeat(depth - 1) || './'
  return staticText(template.bytes.toString().replaceAll('{{up}}', up))
}

/** Changes with every change of the console, so that an open page knows when it is out of date. */
export function consoleVersion(): string {
  return ['app.js', 'style.css'].map(name => bundled(name)?.etag.slice(1, 9)).join('-')
}

function bundled(name: string): StaticFile | undefined {
  return staticFile(new URL(`./generated/bundle/${name}`, import.meta.url))
}
