// Removes components that the document no longer refers to after a dialect has described them inline.

import { type Contract, elementsBelow } from '#openapi'
import { keepMembers, mapValues } from '../store/members.ts'

type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export function withUsedComponents(document: Contract): Contract {
  const all = document.components as unknown as Parts
  const used = new Set([...elementsBelow(document, document.paths)].map(({ $ref }) => $ref))
  const components = mapValues(all, (parts, kind) =>
    // Security schemes are referred to by name only.
    kind === 'securitySchemes' ? parts : keepMembers(parts, name => used.has(`#/components/${kind}/${name}`)),
  )
  return { ...document, components: components as unknown as Contract['components'] }
}
