// The screens and their addresses. Each is loaded when it is first shown, or when the pointer is over its link.
import type { ComponentType } from 'preact'
import type { IconName } from '../kit/icon.tsx'

export type ScreenLoader = () => Promise<{ default: ComponentType<{ path: readonly string[] }> }>

export interface Screen {
  /** The segment behind the workspace; empty for what is shown first. */
  readonly id: string
  readonly name: string
  readonly icon: IconName
  readonly group: 'The work' | 'My client' | 'The world' | null
  /** The key behind `g` that leads there. */
  readonly key?: string
  readonly load: ScreenLoader
}

export const screens: readonly Screen[] = [
  { id: '', name: 'Now', icon: 'now', group: 'The work', key: 'n', load: () => import('../screens/now.tsx') },
  {
    id: 'waiting',
    name: 'Waiting',
    icon: 'waiting',
    group: 'The work',
    key: 'a',
    load: () => import('../screens/waiting.tsx'),
  },
  {
    id: 'runs',
    name: 'Runs',
    icon: 'runs',
    group: 'The work',
    key: 'r',
    load: () => import('../screens/runs.tsx'),
  },
  {
    id: 'board',
    name: 'Board',
    icon: 'board',
    group: 'The work',
    key: 'b',
    load: () => import('../screens/board.tsx'),
  },
  {
    id: 'workflows',
    name: 'Workflows',
    icon: 'workflows',
    group: 'The work',
    key: 'w',
    load: () => import('../screens/workflows.tsx'),
  },
  {
    id: 'agents',
    name: 'Agents',
    icon: 'agents',
    group: 'The work',
    load: () => import('../screens/agents.tsx'),
  },
  {
    id: 'journal',
    name: 'Journal',
    icon: 'journal',
    group: 'My client',
    key: 'j',
    load: () => import('../screens/journal.tsx'),
  },
  {
    id: 'client',
    name: 'Lint and coverage',
    icon: 'client',
    group: 'My client',
    key: 'c',
    load: () => import('../screens/client.tsx'),
  },
  {
    id: 'faults',
    name: 'Faults',
    icon: 'faults',
    group: 'My client',
    key: 'f',
    load: () => import('../screens/faults.tsx'),
  },
  {
    id: 'try',
    name: 'Try',
    icon: 'try',
    group: 'My client',
    key: 't',
    load: () => import('../screens/try.tsx'),
  },
  {
    id: 'people',
    name: 'People and keys',
    icon: 'people',
    group: 'The world',
    key: 'p',
    load: () => import('../screens/people.tsx'),
  },
  {
    id: 'world',
    name: 'World',
    icon: 'workspaces',
    group: 'The world',
    load: () => import('../screens/world.tsx'),
  },
  {
    id: 'money',
    name: 'Money',
    icon: 'money',
    group: 'The world',
    key: 'm',
    load: () => import('../screens/money.tsx'),
  },
  {
    id: 'snapshots',
    name: 'Snapshots',
    icon: 'snapshots',
    group: 'The world',
    key: 's',
    load: () => import('../screens/snapshots.tsx'),
  },
  { id: 'gaps', name: 'Gaps', icon: 'rules', group: 'The world', load: () => import('../screens/gaps.tsx') },
  { id: 'tasks', name: 'Task', icon: 'board', group: null, load: () => import('../screens/task.tsx') },
]

export const workspacesScreen: ScreenLoader = () => import('../screens/workspaces.tsx')
export const unmatchedScreen: ScreenLoader = () => import('../screens/unmatched.tsx')
export const goScreen: ScreenLoader = () => import('../screens/go.tsx')

const loading = new Map<ScreenLoader, ReturnType<ScreenLoader>>()

/** Loads a screen once. */
export function loaded(load: ScreenLoader): ReturnType<ScreenLoader> {
  const known = loading.get(load) ?? load()
  loading.set(load, known)
  return known
}
