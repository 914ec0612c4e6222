import { cachedBody } from './cached-body.ts'
import type { Handlers } from './handler.ts'

/** Section 4.1, the models of the workspace. */
export const models = {
  listModels(_, context) {
    const { models } = context.tables
    const body = cachedBody(context, ['listModels'], [models], () => ({
      object: 'list' as const,
      data: models.all().map(({ id, createdAt, ownedBy }) => ({
        id,
        object: 'model' as const,
        created: Math.floor(createdAt / 1000),
        owned_by: ownedBy,
      })),
    }))
    return { status: 200, body }
  },
} satisfies Partial<Handlers>
