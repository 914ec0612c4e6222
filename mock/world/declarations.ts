/** What a world file declares and no other row has: how the past was made, and secrets that were given. */
export interface DeclarationRow {
  /** `company`, `history`, or a kind and a handle or id, such as `keys/ci` and `tasks/task_…`. */
  readonly id: string
  /** Members of the world file. */
  readonly declared: Readonly<Record<string, unknown>>
}
