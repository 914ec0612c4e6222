import { DAY } from '../../simulation/duration.ts'
import type { Knowledge } from '../../world-file/index.ts'
import { inOfficeHours } from '../calendar.ts'
import { handlesOf, idsOf } from '../handles.ts'
import { byHandle, type EntryKind } from './entry-kind.ts'

/** Knowledge bases with their documents. */
export const knowledge: EntryKind<Knowledge> = {
  put(workspace, { id, handle, made }, { name, description, teams, documents }) {
    const { tables } = workspace
    const now = workspace.now()
    const before = new Map(
      tables.documents.range('byKnowledgeBase', id).map(document => [document.title, document]),
    )
    const updates = documents.map(({ title, passages }) => {
      const old = before.get(title)
      before.delete(title)
      if (old && JSON.stringify(old.passages) === JSON.stringify(passages)) return old.updatedAt
      const random = workspace.random.fork(`document ${handle}/${title}`)
      const updatedAt = made === 'earlier' ? inOfficeHours(random, now - random.int(3 * DAY, 300 * DAY)) : now
      tables.documents.put({
        id: old?.id ?? workspace.ids.named('doc', `${handle}/${title}`),
        knowledgeBaseId: id,
        title,
        passages,
        updatedAt,
      })
      return updatedAt
    })
    for (const gone of before.values()) tables.documents.delete(gone.id)
    const updatedAt = Math.max(...updates, updates.length === 0 ? now : 0)
    const teamIds = idsOf(workspace, 'teams', teams)
    tables.knowledgeBases.put({ id, handle, name, description, teamIds, updatedAt })
  },

  read: workspace =>
    byHandle(workspace.tables.knowledgeBases.all(), ({ id, name, description, teamIds }) => ({
      name,
      description,
      teams: handlesOf(workspace, 'teams', teamIds),
      documents: workspace.tables.documents
        .range('byKnowledgeBase', id)
        .map(({ title, passages }) => ({ title, passages })),
    })),

  removeParts({ tables }, id) {
    for (const document of tables.documents.range('byKnowledgeBase', id)) tables.documents.delete(document.id)
  },
}
