// What a dialect describes in place takes the place of shared parts of the document: those that nothing refers to go.
import type { Contract } from '#openapi'

type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The document without parts that nothing refers to. */
export function withUsedComponents(document: Contract): Contract {
  const all = document.components as unknown as Parts
  const used = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value))
      if (name === '$ref' && typeof inner === 'string') refer(inner)
      else walk(inner)
  }
  const refer = (ref: string) => {
    if (used.has(ref)) return
    used.add(ref)
    const [, , kind = '', name = ''] = ref.split('/')
    walk(all[kind]?.[name])
  }
  walk(document.paths)
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
