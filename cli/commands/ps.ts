import { runningMocks } from '../../mock/cli/running-file.ts'
import { defineCommand } from '../command.ts'
import { jsonFlag, printJson } from '../json.ts'

export const command = defineCommand({
  description: 'Lists the mocks that you run on this machine, the newest first.',
  flags: { json: jsonFlag },
  async run({ flags }, terminal) {
    const mocks = runningMocks(terminal.env)
    if (flags.json) {
      // The keys stay in their files.
      printJson(
        terminal,
        mocks.map(({ control_key: _, ...shown }) => shown),
      )
      return 0
    }
    const lines = mocks.map(
      ({ url, pid, folder, started_at }) =>
        `${url}  process ${pid}, started ${started_at} in ${folder}${folder === terminal.folder ? ' (this folder)' : ''}`,
    )
    terminal.out(lines.length === 0 ? 'You run no mock on this machine.' : lines.join('\n'))
    return 0
  },
})
