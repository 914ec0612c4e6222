// Values that are made when they are first needed, because most of a contract is never looked at.

/** A function that makes the value of each name once. */
export function madeOnDemand<Name, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const made = new Map<Name, Value>()
  return name => {
    if (!made.has(name)) made.set(name, make(name))
    return made.get(name)!
  }
}

/** The same for objects, as long as each of them lives. */
export function madeOncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>()
  return key => {
    const known = made.get(key)
    if (known) return known.value
    const value = make(key)
    made.set(key, { value })
    return value
  }
}

/** An object whose members are made when they are first read. */
export function lazyMembers<Value>(
  names: readonly string[],
  make: (name: string) => Value,
): Readonly<Record<string, Value>> {
  const value = madeOnDemand(make)
  const members: Record<string, Value> = {}
  for (const name of names) Object.defineProperty(members, name, { enumerable: true, get: () => value(name) })
  return members
}
