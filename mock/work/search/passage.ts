/** A passage of a document, the unit that a search finds. */
export interface Passage {
  /** `<document id>.<number of the passage, from 1>`. */
  readonly id: string
  readonly knowledgeBaseId: string
  readonly documentId: string
  readonly title: string
  readonly text: string
}
