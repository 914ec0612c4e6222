/** One passage of a document, as a search finds it. */
export interface Passage {
  /** `<document id>.<number of the passage, from 1>`. */
  readonly id: string
  readonly knowledgeBaseId: string
  readonly documentId: string
  readonly title: string
  readonly text: string
}
