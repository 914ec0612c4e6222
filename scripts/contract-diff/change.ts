/** What an edit of the contract means for the clients that were written before it. */
export type Effect = 'breaks' | 'adds' | 'changes'

export interface Change {
  effect: Effect
  /** The element, such as `query limit` or `Task.priority`. */
  where: string
  /** What is different now, in words. */
  says: string
  /** The operation in which it shows. */
  operation: string
}

/** Collects the changes that show in one operation. */
export type Note = (effect: Effect, where: string, says: string) => void
