import { runningMocks } from '../../mock/cli/running-file.ts'
import { reportCommand } from '../report-command.ts'

export const command = reportCommand({
  description: 'Lists the mocks that you run on this machine, the newest first.',
  flags: {},
  async run(_, terminal) {
    const mocks = runningMocks(terminal.env)
    const lines = mocks.map(
      ({ url, pid, folder, started_at }) =>
        `${url}  process ${pid}, started ${started_at} in ${folder}${folder === terminal.folder ? ' (this folder)' : ''}`,
    )
    return {
      // The keys stay in their files.
      data: mocks.map(({ control_key: _, ...shown }) => shown),
      text: lines.length === 0 ? 'You run no mock on this machine.' : lines.join('\n'),
    }
  },
})
