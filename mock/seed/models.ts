// The chat models that the demo company may use.
import type { ModelRow } from '../world/models.ts'
import type { Workspace } from '../world/workspace.ts'

const MODELS: readonly Omit<ModelRow, 'createdAt' | 'ownedBy'>[] = [
  {
    id: 'aw-large',
    name: 'Agent Work Large',
    microsPerTokenIn: 3,
    microsPerTokenOut: 15,
    microsPerTokenCached: 0.3,
  },
  {
    id: 'aw-medium',
    name: 'Agent Work Medium',
    microsPerTokenIn: 1,
    microsPerTokenOut: 5,
    microsPerTokenCached: 0.1,
  },
  {
    id: 'aw-small',
    name: 'Agent Work Small',
    microsPerTokenIn: 0.25,
    microsPerTokenOut: 1.25,
    microsPerTokenCached: 0.025,
  },
]

export function seedModels({ tables }: Workspace): void {
  const createdAt = Date.parse('2026-02-03T00:00:00Z')
  for (const model of MODELS) tables.models.insert({ ...model, ownedBy: 'agent-work', createdAt })
}
