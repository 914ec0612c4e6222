/** A conversation with an agent over agent completions, continued by its id. */
export interface ConversationRow {
  readonly id: string
  readonly agentId: string
  readonly personId: string
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }[]
  readonly createdAt: number
  readonly updatedAt: number
}
