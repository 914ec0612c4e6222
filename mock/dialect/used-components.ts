// Removes components that the document no longer refers to after a dialect has described them inline.
import { type Contract, elementsBelow } from '#openapi'

type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The document without unused components. */
export function withUsedComponents(document: Contract): Contract {
  const all = document.components as unknown as Parts
  const used = new Set([...elementsBelow(document, document.paths)].map(({ $ref }) => $ref))
  const components = Object.fromEntries(
    Object.entries(all).map(([kind, parts]) => [
      kind,
      // Security schemes are referred to by name only.
      kind === 'securitySchemes'
        ? parts
        : Object.fromEntries(
            Object.entries(parts).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
          ),
    ]),
  )
  return { ...document, components: components as unknown as Contract['components'] }
}
