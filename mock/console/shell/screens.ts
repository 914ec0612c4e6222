// The screens and their addresses. Each is loaded when it is first shown, or when the pointer is over its link.
import type { ComponentType } from 'preact'
import type { IconName } from '../kit/icon.tsx'

type ScreenLoader = () => Promise<{ default: ComponentType<{ path: readonly string[] }> }>

export interface Screen {
  /** The segment behind the workspace; empty for what is shown first. */
  readonly id: string
  readonly name: string
  /** Default: the one named like the screen. */
  readonly icon?: IconName
  /** The key behind `g` that leads there. */
  readonly key?: string
  readonly load: ScreenLoader
}

/** The screens of a workspace by the groups of the navigation. */
export const screenGroups: Readonly<Record<string, readonly Screen[]>> = {
  'The work': [
    { id: '', icon: 'now', name: 'Now', key: 'n', load: () => import('../screens/now.tsx') },
    { id: 'waiting', name: 'Waiting', key: 'a', load: () => import('../screens/waiting.tsx') },
    { id: 'runs', name: 'Runs', key: 'r', load: () => import('../screens/runs.tsx') },
    { id: 'board', name: 'Board', key: 'b', load: () => import('../screens/board.tsx') },
    { id: 'workflows', name: 'Workflows', key: 'w', load: () => import('../screens/workflows.tsx') },
    { id: 'agents', name: 'Agents', load: () => import('../screens/agents.tsx') },
  ],
  'My client': [
    { id: 'journal', name: 'Journal', key: 'j', load: () => import('../screens/journal.tsx') },
    { id: 'client', name: 'Lint and coverage', key: 'c', load: () => import('../screens/client.tsx') },
    { id: 'faults', name: 'Faults', key: 'f', load: () => import('../screens/faults.tsx') },
    { id: 'try', name: 'Try', key: 't', load: () => import('../screens/try.tsx') },
  ],
  'The world': [
    { id: 'people', name: 'People and keys', key: 'p', load: () => import('../screens/people.tsx') },
    { id: 'world', icon: 'workspaces', name: 'World', load: () => import('../screens/world.tsx') },
    { id: 'money', name: 'Money', key: 'm', load: () => import('../screens/money.tsx') },
    { id: 'snapshots', name: 'Snapshots', key: 's', load: () => import('../screens/snapshots.tsx') },
  ],
  'The service': [
    { id: 'reference', name: 'Reference', load: () => import('../screens/reference.tsx') },
    { id: 'conformance', name: 'Conformance', load: () => import('../screens/conformance.tsx') },
    { id: 'gaps', name: 'Gaps', load: () => import('../screens/gaps.tsx') },
  ],
}

export const screens = Object.values(screenGroups).flat()

/** All screens by the segment that leads there, also those that stand in no menu. */
export const loaders: Readonly<Record<string, ScreenLoader>> = {
  ...Object.fromEntries(screens.map(({ id, load }) => [id, load])),
  tasks: () => import('../screens/task.tsx'),
  workspaces: () => import('../screens/workspaces.tsx'),
  unmatched: () => import('../screens/unmatched.tsx'),
  go: () => import('../screens/go.tsx'),
}

export function iconOf({ id, icon }: Screen): IconName {
  return icon ?? (id as IconName)
}
