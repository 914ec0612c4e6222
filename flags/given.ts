/** The members that have a value, in their order: null and undefined stand for members that are left out. */
export function given<Entry extends object>(
  members: {
    [name in keyof Entry]: Entry[name] | null | undefined
  },
): Entry {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as Entry
}
