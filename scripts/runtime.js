// Preloaded by `npm start` and `npm test`, and run by `npm ci`: says plainly when Node is too old to run this project,
// keeps compiled code between runs, which halves the start-up time, and makes generated files that are missing or out of
// date. Plain JavaScript, so that any Node can read it.
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const needed = [24, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `agent-work needs Node ${needed.join('.')} or newer, but this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux and on Windows x64 `npm ci` installs the right one beside the project, and `npm start` and ' +
      '`npm test` use it. Elsewhere install it from https://nodejs.org.',
  )
  process.exit(1)
}

// In the environment, so that the processes that it starts have it, too.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))
module.enableCompileCache?.()

if (isMainThread) {
  const { bringUpToDate } = await import('./generate/up-to-date.ts')
  bringUpToDate()
}
