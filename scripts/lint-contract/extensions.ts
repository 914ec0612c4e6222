// Checks that the contract contains only extensions that are read and components that are used.
import { isObject, type Problem } from '../contract/sources.ts'
import type { ContractUnderLint } from './contract.ts'
import { elementsOf } from './schemas-in.ts'

const known: Record<string, string> = {
  'x-gap': 'the gaps that this element is an answer to',
  'x-gap-keywords': 'the gaps of single keywords of a schema',
  'x-deprecation': 'since when it is deprecated, and when it will be gone',
  'x-role-rule': 'who may call it, besides the scope',
  'x-rate-limit': 'how often it may be called',
  'x-alias-of': 'the parameter that this one is another way to say',
  'x-event-schema': 'one event of a stream',
}

/** The unknown extensions. */
export function lintExtensions(contract: ContractUnderLint): Problem[] {
  return elementsOf(contract.document).flatMap(({ pointer, element, kind }) => {
    const isNames = /\/(properties|headers|responses)$/.test(pointer)
    return Object.keys(element)
      .filter(key => key.startsWith('x-') && !Object.hasOwn(known, key) && !(kind === 'other' && isNames))
      .map(key =>
        contract.at(
          `${pointer}/${key}`,
          key,
          'is not an extension of this contract.',
          `Use ${Object.keys(known).join(', ')}.`,
        ),
      )
  })
}

const kinds = ['schemas', 'parameters', 'headers', 'responses', 'requestBodies', 'examples']

/** Path items, schemas and components that no operation refers to. */
export function lintUnused(contract: ContractUnderLint): Problem[] {
  const { sources, document } = contract
  const components = isObject(document.components) ? document.components : {}
  const pathItems = new Set(Object.values(isObject(document.paths) ? document.paths : {}).map(placeOf))
  return sources.files().flatMap(file => {
    const value = sources.read(file)
    const shared = /^shared\/(\w+)\.yaml$/.exec(file)?.[1]
    if (!isObject(value) || !(shared || file.startsWith('resources/'))) return []
    const sections = shared ? { [shared]: value } : value
    return Object.entries(sections).flatMap(([kind, entries]) => {
      if (!isObject(entries)) return []
      const problem = (name: string, todo: string) => ({
        ...(sources.placeOf(entries, name) ?? { file, line: 1 }),
        where: name,
        what: 'is not used.',
        todo,
      })
      if (kind === 'paths') {
        return Object.entries(entries)
          .filter(([, pathItem]) => !pathItems.has(placeOf(pathItem)))
          .map(([name]) => problem(name, 'Refer to it in the route table of openapi.yaml, or remove it.'))
      }
      if (!kinds.includes(kind)) {
        const what = `holds ${kind}, which is not a kind of component.`
        return [
          {
            file,
            line: sources.placeOf(value, kind)?.line ?? 1,
            where: file,
            what,
            todo: `Use paths, ${kinds.join(', ')}.`,
          },
        ]
      }
      const used = isObject(components[kind]) ? components[kind] : {}
      return Object.keys(entries)
        .filter(name => !Object.hasOwn(used, name))
        .map(name => problem(name, 'Refer to it, or remove it.'))
    })
  })

  function placeOf(value: unknown): string {
    const place = isObject(value) ? sources.placeOf(value) : undefined
    return place ? `${place.file}:${place.line}` : ''
  }
}
