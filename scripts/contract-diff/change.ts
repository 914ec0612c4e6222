/** The effect of a change of the contract on existing clients. */
export type Effect = 'breaks' | 'adds' | 'changes'

export interface Change {
  effect: Effect
  /** The element, such as `query limit` or `Task.priority`. */
  where: string
  /** The difference in words. */
  says: string
  /** The operation concerned. */
  operation: string
}

/** Records a change in an operation. */
export type Note = (effect: Effect, where: string, says: string) => void
