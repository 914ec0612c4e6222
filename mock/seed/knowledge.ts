// The knowledge bases of the demo company: one for everybody, one each for two teams.

import type { Workspace } from '../world/workspace.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import { DAY } from './calendar.ts'
import { DOCUMENTS } from './documents.ts'
import type { TeamIds } from './people.ts'

const KNOWLEDGE_BASES = [
  {
    handle: 'kb-handbook',
    name: 'Company handbook',
    description: 'How we work: leave, travel, security, and whom to ask.',
    teams: [],
  },
  {
    handle: 'kb-finance',
    name: 'Finance policies',
    description: 'Invoices, payment terms, approvals and month-end closing.',
    teams: ['team-finance'],
  },
  {
    handle: 'kb-operations',
    name: 'Operations playbooks',
    description: 'Suppliers, deliveries, returns and what to do when something goes wrong.',
    teams: ['team-operations'],
  },
] as const

export type KnowledgeBaseIds = ByHandle<(typeof KNOWLEDGE_BASES)[number]['handle']>

export function seedKnowledge(workspace: Workspace, teams: TeamIds): KnowledgeBaseIds {
  const { tables, ids } = workspace
  const random = workspace.random.fork('knowledge')
  return byHandle(KNOWLEDGE_BASES, ({ handle, name, description, teams: its }) => {
    const id = ids.next('kb')
    const documents = DOCUMENTS[handle].map(({ title, passages }) => {
      const updatedAt = workspace.now() - random.int(3 * DAY, 300 * DAY)
      return tables.documents.insert({ id: ids.next('doc'), knowledgeBaseId: id, title, passages, updatedAt })
    })
    const updatedAt = Math.max(...documents.map(document => document.updatedAt))
    const teamIds = its.map(team => teams[team])
    return tables.knowledgeBases.insert({ id, handle, name, description, teamIds, updatedAt }).id
  })
}

export function knowledgeBaseIdsOf({ tables }: Workspace): KnowledgeBaseIds {
  const rows = tables.knowledgeBases.all()
  return byHandle(
    KNOWLEDGE_BASES,
    ({ handle }) =>
      found(
        rows.find(row => row.handle === handle),
        `the knowledge base ${handle}`,
      ).id,
  )
}
