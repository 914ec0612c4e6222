/** Maps each entry of a map, in order. */
export function mapOf<From, To>(
  entries: Readonly<Record<string, From>>,
  make: (entry: From, handle: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(entries).map(([handle, entry]) => [handle, make(entry, handle)]))
}

/** The items of a list without those that were wrong, which are null. */
export function listOf<Item>(items: readonly Item[] | undefined): Item[] {
  return (items ?? []).filter(item => item !== null)
}
