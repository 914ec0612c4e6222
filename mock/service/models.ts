import type { Handlers } from './handler.ts'

/** Section 4.1, the models of the workspace. */
export const models = {
  listModels(_, { tables }) {
    const data = tables.models.all().map(({ id, createdAt, ownedBy }) => ({
      id,
      object: 'model' as const,
      created: Math.floor(createdAt / 1000),
      owned_by: ownedBy,
    }))
    return { status: 200, body: { object: 'list', data } }
  },
} satisfies Partial<Handlers>
