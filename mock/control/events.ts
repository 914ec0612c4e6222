import type { ControlFunctions } from './control-function.ts'

/** The stream of all events. */
export const events = {
  followEvents: ({ query, header }, { workspaces, consoleVersion, onClose }) =>
    workspaces.events.follow({
      workspaces: namesIn(query.workspaces),
      chats: namesIn(query.chats ?? ''),
      lastId: header['Last-Event-ID'],
      consoleVersion: consoleVersion(),
      onClose,
    }),
} satisfies Partial<ControlFunctions>

function namesIn(text: string): string[] {
  return text.split(',').filter(Boolean)
}
