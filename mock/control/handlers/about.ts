import { referencePage, referencePageOf } from '#openapi'
import { contractFor } from '../../profile/profiled-contract.ts'
import { controlDocument, controlRows } from '../document.ts'
import type { ControlHandlers } from '../handler.ts'

/** Whether the mock is there, and what it understands. */
export const about = {
  getHealth: (_, { workspaces }) => ({
    status: 200,
    body: { status: 'ok', workspaces: workspaces.registry.size },
  }),
  getServiceDocument: (_, { workspaces }) => ({
    status: 200,
    body: { ...contractFor(workspaces.registry.profile) },
  }),
  getWorkspaceDocument: (_, { hosted }) => ({
    status: 200,
    body: { ...contractFor(hosted.workspace.profile) },
  }),
  getControlDocument: () => ({ status: 200, body: { ...controlDocument() } }),
  showReference: async (_, { workspaces }) => ({
    status: 200,
    body: await referencePage(contractFor(workspaces.registry.profile)),
  }),
  showControlReference: async () => ({
    status: 200,
    body: await referencePageOf(controlDocument(), controlRows),
  }),
} satisfies ControlHandlers<
  | 'getHealth'
  | 'getServiceDocument'
  | 'getWorkspaceDocument'
  | 'getControlDocument'
  | 'showReference'
  | 'showControlReference'
>
