/** Facts that no other row stores: how the past was made, secrets that were given, names on closed statements. */
export interface DeclarationRow {
  /** `company`, `history`, or a kind and a handle or id, such as `keys/ci`, `tasks/task_…` and `statements/2026-11`. */
  readonly id: string
  /** The declared members. */
  readonly declared: Readonly<Record<string, unknown>>
}
