/**
 * Wraps a value so that every field that is read by name is reported with its path, such as `query.limit` or
 * `body.acceptance_criteria.text`. Copying all fields at once with `...` reads none of them by name.
 */
export function tracked<Value>(value: Value, path: string, read: (path: string) => void): Value {
  if (typeof value !== 'object' || value === null) return value
  const target: object = value
  let copying = new Set<PropertyKey>()
  let copied: PropertyKey | undefined
  return new Proxy(target, {
    ownKeys(fields) {
      const keys = Reflect.ownKeys(fields)
      copying = new Set(keys)
      return keys
    },
    getOwnPropertyDescriptor(fields, key) {
      copied = copying.delete(key) ? key : undefined
      return Reflect.getOwnPropertyDescriptor(fields, key)
    },
    get(fields, key, receiver) {
      const field: unknown = Reflect.get(fields, key, receiver)
      if (typeof key === 'symbol' || typeof field === 'function') return field
      const inner = Array.isArray(fields) ? path : `${path}.${key}`
      if (copied === key) copied = undefined
      else if (inner !== path) read(inner)
      return tracked(field, inner, read)
    },
  }) as Value
}
