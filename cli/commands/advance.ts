import type { TimePassed } from '#mock'
import { toggle, UsageError } from '../../flags/flag.ts'
import type { Advance } from '../../mock/control/generated/control.gen.ts'
import { reportCommand } from '../report-command.ts'
import { runningMock, workspaceFlags } from '../running-mock.ts'

export const command = reportCommand({
  words: '[<duration> | <instant>]',
  description: 'Moves the clock of a workspace forward; everything due on the way happens.',
  flags: {
    'until-idle': toggle('until only housekeeping is planned: every run has ended or waits'),
    ...workspaceFlags,
  },
  notes: `Examples
  agent-work advance 2h
  agent-work advance 2026-12-01T00:00:00Z
  agent-work advance --until-idle`,
  async run({ flags, words }, terminal) {
    const [word] = words
    if ((word === undefined) !== (flags['until-idle'] === true))
      throw new UsageError(
        'name one of a duration such as 2h, an instant such as 2026-12-01T00:00:00Z, and --until-idle.',
      )
    const { call } = runningMock(flags, terminal, { by: '<duration>', to: '<instant>' })
    const path = { workspace_id: flags.workspace }
    const passed = await call('advanceClock', { path, body: advanceBy(word) })
    return { data: passed, text: textOf(passed) }
  },
})

function advanceBy(word: string | undefined): Advance {
  if (word === undefined) return { until_idle: true }
  return /^\d{4}-\d\d/.test(word) ? { to: word } : { by: word }
}

function textOf({ now, transitions, left_out, complete }: TimePassed): string {
  return [
    ...transitions.map(({ at, says }) => `${at}  ${says}`),
    ...(left_out > 0 ? [`… and ${left_out} more.`] : []),
    `It is ${now}${transitions.length === 0 ? '; nothing changed its status' : ''}.`,
    ...(complete
      ? []
      : ['Stopped on the way, because there is more to do than one call does. Call it again.']),
  ].join('\n')
}
