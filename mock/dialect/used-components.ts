// What a dialect describes in place takes the place of shared parts of the document: those that nothing refers to go.
import { type Contract, elementsBelow } from '#openapi'

type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The document without parts that nothing refers to. */
export function withUsedComponents(document: Contract): Contract {
  const all = document.components as unknown as Parts
  const used = new Set([...elementsBelow(document, document.paths)].map(({ $ref }) => $ref))
  const components = Object.fromEntries(
    Object.entries(all).map(([kind, parts]) => [
      kind,
      // Security schemes are referred to by their names alone.
      kind === 'securitySchemes'
        ? parts
        : Object.fromEntries(
            Object.entries(parts).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
          ),
    ]),
  )
  return { ...document, components: components as unknown as Contract['components'] }
}
