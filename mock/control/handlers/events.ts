import type { ControlHandlers } from '../handler.ts'

export const events = {
  followEvents: ({ query, header }, { events, onClose }) => ({
    status: 200,
    stream: events.follow({
      workspaces: namesIn(query.workspaces),
      chats: namesIn(query.chats ?? ''),
      lastId: header['Last-Event-ID'],
      onClose,
    }),
  }),
} satisfies ControlHandlers<'followEvents'>

function namesIn(text: string): string[] {
  return text.split(',').filter(Boolean)
}
