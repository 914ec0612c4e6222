// Checks that the contract contains only extensions that are read and components that are used.
import { asObject } from '../../openapi/raw-document.ts'
import { isKind, KINDS } from '../contract/bundle.ts'
import { isObject, type Problem } from '../contract/sources.ts'
import type { ContractUnderLint } from './contract.ts'
import { elementsOf } from './schemas-in.ts'

/** CONTRIBUTING.md says what each of them means. */
const known = [
  'x-gap',
  'x-gap-keywords',
  'x-deprecation',
  'x-role-rule',
  'x-rate-limit',
  'x-alias-of',
  'x-event-schema',
]

/** The unknown extensions. */
export function lintExtensions(contract: ContractUnderLint): Problem[] {
  return elementsOf(contract.document).flatMap(({ pointer, element, kind }) => {
    const isNames = /\/(properties|headers|responses)$/.test(pointer)
    return Object.keys(element)
      .filter(key => key.startsWith('x-') && !known.includes(key) && !(kind === 'other' && isNames))
      .map(key =>
        contract.at(
          `${pointer}/${key}`,
          key,
          'is not an extension of this contract.',
          `Use ${known.join(', ')}.`,
        ),
      )
  })
}

/** Path items, schemas and components that no operation refers to. */
export function lintUnused({ sources, document }: ContractUnderLint): Problem[] {
  const components = asObject(document.components)
  const pathItems = new Set(Object.values(asObject(document.paths)).map(placeOf))
  return sources.files().flatMap(file => {
    const value = sources.read(file)
    const shared = /^shared\/(\w+)\.yaml$/.exec(file)?.[1]
    if (!isObject(value) || !(shared || file.startsWith('resources/'))) return []
    return Object.entries(shared ? { [shared]: value } : value).flatMap(([kind, entries]) => {
      if (!isObject(entries)) return []
      const unused = (isUsed: (name: string) => boolean, todo: string) =>
        Object.keys(entries)
          .filter(name => !isUsed(name))
          .map(name => {
            const place = sources.placeOf(entries, name) ?? { file, line: 1 }
            return { ...place, where: name, what: 'is not used.', todo }
          })
      if (kind === 'paths')
        return unused(
          name => pathItems.has(placeOf(entries[name])),
          'Refer to it in the route table of openapi.yaml, or remove it.',
        )
      if (isKind(kind))
        return unused(name => Object.hasOwn(asObject(components[kind]), name), 'Refer to it, or remove it.')
      const line = sources.placeOf(value, kind)?.line ?? 1
      const what = `holds ${kind}, which is not a kind of component.`
      return [{ file, line, where: file, what, todo: `Use paths, ${KINDS.join(', ')}.` }]
    })
  })

  function placeOf(value: unknown): string {
    const place = isObject(value) ? sources.placeOf(value) : undefined
    return place ? `${place.file}:${place.line}` : ''
  }
}
