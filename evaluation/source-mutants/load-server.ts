/** Loads a server with one changed file, in the same process as other copies of it. */
import { registerHooks } from 'node:module'
import type { IndependentServer, Start } from '../independent-servers/start-server.ts'
import { mutatedText, type SourceMutant, urlOf } from './source-mutants.ts'

const mutants = new Map<string, SourceMutant>()
let copies = 0

// The query of a module's URL identifies the copy; imports inherit it.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const copy = /\?copy=\d+$/.exec(context.parentURL ?? '')
    const inside = resolved.url.includes('/independent-servers/')
    return copy && inside && !resolved.url.includes('?')
      ? { ...resolved, url: resolved.url + copy[0] }
      : resolved
  },
  load(url, context, next) {
    const mutant = mutants.get(/\?copy=(\d+)$/.exec(url)?.[1] ?? '')
    if (mutant === undefined || !url.startsWith(`${urlOf(mutant.server, mutant.file)}?`))
      return next(url, context)
    return { format: 'module-typescript', source: mutatedText(mutant), shortCircuit: true }
  },
})

/** The `start` of a fresh copy, unchanged without a mutant. */
export async function loadServer(server: IndependentServer, mutant?: SourceMutant): Promise<Start> {
  copies += 1
  if (mutant) mutants.set(String(copies), mutant)
  const { start } = (await import(`${urlOf(server)}?copy=${copies}`)) as { start: Start }
  return start
}
