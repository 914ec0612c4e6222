/** The items of a list without those that were wrong, which are null. */
export function listOf<Item>(items: readonly Item[] | undefined): Item[] {
  return (items ?? []).filter(item => item !== null)
}
