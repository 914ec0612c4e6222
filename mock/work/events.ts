import type { ScheduledEvent } from '../simulation/scheduled-event.ts'
import type { Workspace } from '../world/workspace.ts'

/** What to do for each kind of planned entry. */
export type Events = Readonly<
  Record<string, (workspace: Workspace, entry: ScheduledEvent, instant: number) => void>
>
