import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('topUp', {
  words: ['euros'],
  says: ({ balance_euros }) => `The balance is ${balance_euros} euros.`,
})
