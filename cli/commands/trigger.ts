import { didYouMean } from '../../flags/did-you-mean.ts'
import { UsageError } from '../../flags/flag.ts'
import { listSituations } from '../../mock/control/situations.ts'
import { defineCommand } from '../command.ts'
import { jsonFlag, printJson } from '../json.ts'
import { mockFlags, runningMock, workspaceFlag } from '../running-mock.ts'

const names = listSituations().map(({ name }) => name)

export const command = defineCommand({
  words: '<situation>',
  description:
    'Brings about a situation that a client has to cope with, at once and without moving the clock.',
  flags: { workspace: workspaceFlag, ...mockFlags, json: jsonFlag },
  subcommands: Object.fromEntries(listSituations().map(({ name, description }) => [name, description])),
  async run({ flags, words: [name = '', ...more] }, terminal) {
    const situation = names.find(known => known === name)
    if (situation === undefined || more.length > 0) {
      const found = name === '' ? '' : `, not '${[name, ...more].join(' ')}'${didYouMean(name, names)}`
      throw new UsageError(`trigger takes one of ${names.join(', ')}${found}.`.replace('?.', '?'))
    }
    const { call } = runningMock(flags, terminal)
    const path = { workspace_id: flags.workspace ?? 'demo', situation }
    const triggered = await call('triggerSituation', { path })
    if (flags.json) printJson(terminal, triggered)
    else terminal.out(triggered.says)
    return 0
  },
})
