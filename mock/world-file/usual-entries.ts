// The entries of a world that declares none of their kind.
import { isFields } from '#openapi'
import type { WorldSource } from './world.ts'

const PEOPLE: NonNullable<WorldSource['people']> = { admin: { role: 'admin' } }

/** Prices of a large, a medium and a small one. */
const MODELS: NonNullable<WorldSource['models']> = {
  'aw-large': { name: 'Agent Work Large', in: 3, out: 15, cached: 0.3 },
  'aw-medium': { name: 'Agent Work Medium', in: 1, out: 5, cached: 0.1 },
  'aw-small': { name: 'Agent Work Small', in: 0.25, out: 1.25, cached: 0.025 },
}

/** The service makes a board with the first task, too. */
const BOARDS: NonNullable<WorldSource['boards']> = { tasks: { name: 'Tasks', prefix: 'TASK' } }

export function addUsualEntries(source: WorldSource): void {
  if (isMissing(source.people)) source.people = structuredClone(PEOPLE)
  if (isMissing(source.models)) source.models = structuredClone(MODELS)
  const hasTasks = (source.tasks?.length ?? 0) > 0 || (source.history?.tasks_per_day ?? 0) > 0
  if (isMissing(source.boards) && hasTasks) source.boards = structuredClone(BOARDS)
}

function isMissing(entries: unknown): boolean {
  return entries === undefined || (isFields(entries) && Object.keys(entries).length === 0)
}
