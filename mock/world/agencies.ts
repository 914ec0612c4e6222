/** A client of the agency; runs of these agents are done for it. */
export interface ClientRow {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly agentIds: readonly string[]
}
