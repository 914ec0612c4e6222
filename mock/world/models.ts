/** A chat model. Prices are micro-euros per token, so that a charge is an integer. */
export interface ModelRow {
  readonly id: string
  readonly name: string
  readonly ownedBy: string
  readonly createdAt: number
  readonly microsPerTokenIn: number
  readonly microsPerTokenOut: number
  /** What a token costs that was read from the prompt cache. */
  readonly microsPerTokenCached: number
}
