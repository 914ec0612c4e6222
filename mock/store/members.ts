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
