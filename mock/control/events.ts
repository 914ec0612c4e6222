import type { ControlFunctions } from './control-function.ts'

export const events = {
  followEvents: ({ query, header }, { workspaces, onClose }) =>
    workspaces.events.follow({
      workspaces: namesIn(query.workspaces),
      chats: namesIn(query.chats ?? ''),
      lastId: header['Last-Event-ID'],
      onClose,
    }),
} satisfies Partial<ControlFunctions>

function namesIn(text: string): string[] {
  return text.split(',').filter(Boolean)
}
