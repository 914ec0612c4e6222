/** Declarations of the world file that no other row stores: how the past was made, and secrets that were given. */
export interface DeclarationRow {
  /** `company`, `history`, or a kind and a handle or id, such as `keys/ci` and `tasks/task_…`. */
  readonly id: string
  /** The declared members. */
  readonly declared: Readonly<Record<string, unknown>>
}
