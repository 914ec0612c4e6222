import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('listWorkspaces', {
  says: ({ data }) =>
    data
      .map(({ id, name, from, now }) => `${id}  ${name === id ? '' : `${name}, `}from ${from}, at ${now}`)
      .join('\n'),
})
