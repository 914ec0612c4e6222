/**
 * Every combination of one value for each name; undefined leaves the name out.
 *
 * @example combinations({ status: ['done', undefined], owner: [undefined, 'me'] }) // [{ status: 'done' }, … ]
 */
export function combinations<Values extends Readonly<Record<string, readonly unknown[]>>>(values: Values) {
  return Object.entries(values).reduce<Record<string, unknown>[]>(
    (all, [name, options]) =>
      all.flatMap(one => options.map(value => (value === undefined ? one : { ...one, [name]: value }))),
    [{}],
  ) as { readonly [name in keyof Values]?: Exclude<Values[name][number], undefined> }[]
}
