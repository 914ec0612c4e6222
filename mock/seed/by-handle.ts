/** A value for each thing of the seed, by the stable name that code and tests know it under. */
export type ByHandle<Handle extends string> = { readonly [handle in Handle]: string }

/** Things of the seed with their handles, before they have ids. */
export type Handled = { readonly handle: string }

/** Collects one text for each thing, by its handle. */
export function byHandle<Thing extends Handled>(
  things: readonly Thing[],
  value: (thing: Thing) => string,
): ByHandle<Thing['handle']> {
  return Object.fromEntries(things.map(thing => [thing.handle, value(thing)])) as ByHandle<Thing['handle']>
}

/** A workspace lacks what the demo's seed would have put into it. */
export class NotSeeded extends Error {}

/** What `find` gave, or an error that says what the workspace lacks. */
export function found<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new NotSeeded(`the workspace was not seeded with ${what}`)
  return row
}
