import { listSituations } from '../../mock/control/situations.ts'
import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('triggerSituation', {
  words: ['situation'],
  subcommands: Object.fromEntries(listSituations().map(({ name, description }) => [name, description])),
  says: ({ says }) => says,
})
