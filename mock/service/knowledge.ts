import { decisions } from '../profile/decisions.ts'
import { type Found, searchPassages } from '../work/search/search.ts'
import type { KnowledgeBaseRow } from '../world/knowledge.ts'
import { Refusal } from '../world/refusal.ts'
import { cachedBody } from './cached-body.ts'
import type { Context, Handlers } from './handler.ts'
import { iso } from './time.ts'

/** Section 4.1, knowledge. A search costs nothing, because the contract has no refusal for lack of money. */
export const knowledge = {
  listKnowledgeFolders(_, context) {
    const { knowledgeBases, documents } = context.tables
    const body = cachedBody(context, ['listKnowledgeFolders'], [knowledgeBases, documents], () => ({
      data: basesOf(context).map(({ id, name, description, updatedAt }) => {
        const documentCount = documents.count('byKnowledgeBase', id)
        return { id, name, description, documentCount, updatedAt: iso(updatedAt) }
      }),
    }))
    return { status: 200, body }
  },

  async searchKnowledge({ body }, context) {
    const { workspace } = context
    const { profile } = workspace
    const hybrid = body.hybrid ?? decisions.searchesHybridByDefault(profile)
    const scale = decisions.scoreScale(profile)
    const found = await searchPassages(workspace, {
      query: body.query,
      knowledgeBaseIds: wantedBases(context, body.knowledgeBaseIds ?? null),
      topK: Math.max(1, body.topK ?? decisions.defaultTopK(profile)),
      minScore: body.minScore == null ? null : body.minScore / scale,
      hybrid,
    })
    return {
      status: 200,
      body: { query: body.query, hybrid, data: found.map(one => passageView(one, scale)) },
    }
  },
} satisfies Partial<Handlers>

/** The knowledge bases that the caller may search: public ones, and those of the caller's teams. */
function basesOf({ tables, caller: { person } }: Context): KnowledgeBaseRow[] {
  const teams = [...person.teamIds, ...person.managedTeamIds]
  return tables.knowledgeBases
    .all()
    .filter(
      ({ teamIds }) =>
        person.role === 'admin' || teamIds.length === 0 || teamIds.some(team => teams.includes(team)),
    )
}

/** The requested bases. Default: all that the caller may search. Gap `knowledge-base-unknown`. */
function wantedBases(context: Context, ids: readonly string[] | null): Set<string> {
  const allowed = basesOf(context).map(base => base.id)
  if (ids === null) return new Set(allowed)
  const unknown = ids.find(id => !allowed.includes(id))
  const answer = decisions.unknownKnowledgeBase(context.workspace.profile)
  if (unknown === undefined || answer === 'skip') return new Set(ids.filter(id => allowed.includes(id)))
  const more = { param: 'body.knowledgeBaseIds', because: { accepted: allowed } }
  const message = `There is no knowledge base ${unknown} that this key may search.`
  if (answer === '403') throw new Refusal('role_insufficient', message, more)
  throw new Refusal('knowledge_base_not_found', message, more)
}

function passageView({ passage, score }: Found, scale: number) {
  const { id, knowledgeBaseId, documentId, title, text } = passage
  return { id, knowledgeBaseId, documentId, documentTitle: title, text, score: score * scale }
}
