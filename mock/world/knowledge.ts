/** A knowledge base. With no `teamIds`, everybody in the workspace may search it. */
export interface KnowledgeBaseRow {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly description: string
  readonly teamIds: readonly string[]
  readonly updatedAt: number
}

/** A document, split into the passages that a search finds. */
export interface DocumentRow {
  readonly id: string
  readonly knowledgeBaseId: string
  readonly title: string
  readonly passages: readonly string[]
  readonly updatedAt: number
}
