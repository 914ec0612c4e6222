import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('resetWorkspace', {
  says: ({ now, mode }) => `It is as at its beginning. Its clock is ${mode} and shows ${now}.`,
})
