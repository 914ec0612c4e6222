import { flag, readSome, readText } from '../../flags/flag.ts'
import { lintLevels } from '../../mock/lint/client-lint.ts'
import { lintText } from '../../mock/lint/lint-text.ts'
import { reportCommand } from '../report-command.ts'
import { mockFlags, type RunningMock, runningMock } from '../running-mock.ts'

export const command = reportCommand({
  description:
    'Reports what the client of a running mock does against the advice of the specification. Exit status: 1 for what --fail-on names.',
  flags: {
    workspace: flag('<id>', 'only this workspace', readText, {
      short: 'w',
      default: 'every workspace that was called',
    }),
    'fail-on': flag('<list>', 'warning, note, never, or ids of rules', readSome(...lintLevels), {
      choices: lintLevels,
      fallback: 'warning',
    }),
    ...mockFlags,
  },
  async run({ flags }, terminal) {
    const mock = runningMock(flags, terminal)
    const { workspace } = flags
    const ids = workspace === undefined ? await workspaceIds(mock) : [workspace]
    const query = { fail_on: flags['fail-on'].join(',') }
    const all = await Promise.all(
      ids.map(async id => ({
        workspace: id,
        ...(await mock.call('lintClient', { path: { workspace_id: id }, query })),
      })),
    )
    const called = workspace === undefined ? all.filter(({ exchanges }) => exchanges > 0) : all
    const text = called.map(lint => `${lint.workspace}: ${lintText(lint)}`).join('\n\n')
    return {
      data: called,
      text: text === '' ? 'No workspace was called yet.' : text,
      status: called.every(({ passed }) => passed) ? 0 : 1,
    }
  },
})

async function workspaceIds({ call }: RunningMock): Promise<string[]> {
  const { data } = await call('listWorkspaces')
  return data.map(({ id }) => id)
}
