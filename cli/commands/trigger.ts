import type { Triggered } from '#mock'
import { didYouMean } from '../../flags/did-you-mean.ts'
import { UsageError } from '../../flags/flag.ts'
import { listSituations } from '../../mock/control/situations.ts'
import { defineCommand } from '../command.ts'
import { jsonFlag, printJson } from '../json.ts'
import { mockFlags, runningMock, workspaceFlag } from '../running-mock.ts'

const names: readonly string[] = listSituations().map(({ name }) => name)

export const command = defineCommand({
  words: '<situation>',
  description:
    'Brings about a situation that a client has to cope with, at once and without moving the clock.',
  flags: { workspace: workspaceFlag, ...mockFlags, json: jsonFlag },
  subcommands: Object.fromEntries(listSituations().map(({ name, description }) => [name, description])),
  async run({ flags, words: [name = '', ...more] }, terminal) {
    if (!names.includes(name) || more.length > 0) {
      const found = name === '' ? '' : `, not '${[name, ...more].join(' ')}'${didYouMean(name, names)}`
      throw new UsageError(`trigger takes one of ${names.join(', ')}${found}.`.replace('?.', '?'))
    }
    const { ask } = runningMock(flags, terminal)
    const workspace = encodeURIComponent(flags.workspace ?? 'demo')
    const triggered = await ask<Triggered>(`/_mock/workspaces/${workspace}/situations/${name}`, {
      method: 'POST',
    })
    if (flags.json) printJson(terminal, triggered)
    else terminal.out(triggered.says)
    return 0
  },
})
