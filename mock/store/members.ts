// Objects that are made from the members of others, in the same order.

export function mapValues<Value, Made>(
  all: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, make(value, key)]))
}

export function keepMembers<Value>(
  all: Readonly<Record<string, Value>>,
  isKept: (key: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([key, value]) => isKept(key, value)))
}

/** Maps of objects as one; objects of the same name are put together. */
export function merged<One extends object>(...maps: readonly (Readonly<Record<string, One>> | undefined)[]) {
  const all: Record<string, One> = {}
  for (const [name, one] of maps.flatMap(map => Object.entries(map ?? {})))
    all[name] = { ...all[name], ...one }
  return all
}
