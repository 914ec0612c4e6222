/** A chat model. Prices are micro-euros per token, possibly fractions; see `priceOf`. */
export interface ModelRow {
  readonly id: string
  readonly name: string
  readonly ownedBy: string
  readonly createdAt: number
  readonly microsPerTokenIn: number
  readonly microsPerTokenOut: number
  /** The price of a token read from the prompt cache. */
  readonly microsPerTokenCached: number
}

/** Tokens of one use of a model: read, written, and how many of those read came from the prompt cache. */
export interface TokenUse {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly cachedTokens: number
}

/** The cost in whole micro-euros, and the saving from the prompt cache. */
export function priceOf(
  model: Pick<ModelRow, 'microsPerTokenIn' | 'microsPerTokenOut' | 'microsPerTokenCached'>,
  { tokensIn, tokensOut, cachedTokens }: TokenUse,
) {
  const { microsPerTokenIn, microsPerTokenOut, microsPerTokenCached } = model
  const fresh = tokensIn - cachedTokens
  const micros =
    fresh * microsPerTokenIn + cachedTokens * microsPerTokenCached + tokensOut * microsPerTokenOut
  const saved = cachedTokens * (microsPerTokenIn - microsPerTokenCached)
  return { micros: Math.round(micros), savedMicros: Math.round(saved) }
}
