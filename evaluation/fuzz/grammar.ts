import type { Random } from '../../mock/simulation/random.ts'

/** One kind of input, and what takes it. */
export interface Grammar extends AsyncDisposable {
  /** The nth input of a batch. */
  readonly input: (random: Random, n: number) => string | Buffer
  /** Throws what is a bug, and returns what else is wrong; a refusal is neither. */
  readonly take: (input: string | Buffer, n: number) => Promise<string | undefined>
  /** What is wrong when a batch has been taken. */
  readonly after?: () => Promise<string[]>
}

/** How many inputs a batch has. */
export const BATCH = 200
