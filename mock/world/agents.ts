import type { Schemas } from '#openapi'
import type { Step } from './script.ts'

/** An agent with what it does in a run. Times are epoch milliseconds. */
export interface AgentRow {
  readonly id: string
  /** The handle in the world file and in tests, such as `agent-that-finishes`. */
  readonly handle: string
  readonly name: string
  readonly description: string
  readonly visibility: Schemas['Agent']['visibility']
  readonly ownerId: string
  readonly teamId: string | null
  readonly systemPrompt: string
  readonly model: string
  readonly tools: readonly string[]
  readonly temperature: number
  readonly maxSteps: number
  readonly tags: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** The script of its runs, unless the input of a run contains another one. */
  readonly script: readonly Step[]
}
