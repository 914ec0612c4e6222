import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('moveWorkspace', {
  words: ['workspace_id'],
  says: ({ id, shard }) => `${id} is on ${shard}, with its names and keys.`,
})
