// The screen of a resource, by its kind or by the prefix of its id.
import type { ComponentChildren } from 'preact'
import { href } from '../../routes.ts'
import { workspaceId } from '../../state/live.ts'

interface Found {
  readonly workspace_id: string
  readonly kind: string
  readonly id: string
  readonly parent_id: string | null
}

export function resourceHref({ workspace_id: ws, kind, id, parent_id }: Found): string {
  switch (kind) {
    case 'run':
      return href([ws, 'runs', id])
    case 'chat':
      return parent_id?.startsWith('run') ? href([ws, 'runs', parent_id]) : href(['go', parent_id ?? id])
    case 'task':
      return href([ws, 'tasks', id])
    case 'workflow':
      return href([ws, 'workflows', id])
    case 'workflow-run':
      return href([ws, 'workflows', parent_id ?? '', 'runs', id])
    case 'agent':
      return href([ws, 'agents', id])
    case 'approval':
      return href([ws, 'waiting'], { approval: id })
    case 'board':
      return href([ws, 'board', id])
    case 'person':
    case 'key':
      return href([ws, 'people'])
    case 'snapshot':
      return href([ws, 'snapshots', id, 'difference'])
    case 'exchange':
      return href([ws, 'journal', id])
    default:
      return href([ws])
  }
}

/** The screen of something by its id alone. Ids whose prefix does not tell the kind are looked up by the screen `go`. */
export function subjectHref(id: string): string {
  const ws = workspaceId.value ?? 'demo'
  if (/^run_/.test(id)) return href([ws, 'runs', id])
  if (/^task_/.test(id)) return href([ws, 'tasks', id])
  if (/^agt_/.test(id)) return href([ws, 'agents', id])
  if (/^appr_/.test(id)) return href([ws, 'waiting'], { approval: id })
  return href(['go', id])
}

export function SubjectLink({ id, children }: { id: string; children: ComponentChildren }) {
  return <a href={subjectHref(id)}>{children}</a>
}
