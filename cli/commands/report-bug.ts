import { join } from 'node:path'
import type { Har } from '#mock'
import { writeFile } from '../../flags/files.ts'
import { flag, readText } from '../../flags/flag.ts'
import { ownVersion } from '../../mock/version.ts'
import { reportCommand } from '../report-command.ts'
import { runningMock, workspaceFlags } from '../running-mock.ts'
import { saveSnapshotFile } from './snapshot.ts'

export const command = reportCommand({
  description:
    'Writes what is needed to see a problem again: the workspace at its beginning and now, the calls between as HAR, and the versions; no secrets of keys.',
  flags: {
    out: flag('<folder>', 'where the files go', readText, { short: 'o', fallback: 'agent-work-report' }),
    ...workspaceFlags,
  },
  async run({ flags }, terminal) {
    const mock = runningMock(flags, terminal)
    const { workspace, out } = flags
    const har = (await mock.call('exportHar', { path: { workspace_id: workspace } })) as Har
    const save = (name: string, snapshot: string) =>
      saveSnapshotFile(mock, join(out, name), { workspace, snapshot, withKeys: false })
    const before = await save('before.snapshot', 'beginning')
    const now = await save('now.snapshot', 'now')
    writeFile(join(out, 'calls.har'), JSON.stringify(har, null, 2))
    writeFile(
      join(out, 'about.txt'),
      [
        `agent-work ${ownVersion()} (this command), Node ${process.version}, ${process.platform} ${process.arch}`,
        `workspace ${workspace} of ${mock.url}`,
        `before.snapshot  the workspace at its beginning, ${before} rows`,
        `calls.har        ${har.log.entries.length} calls that the journal still has`,
        `now.snapshot     the workspace as it was left, ${now} rows`,
        'Secrets of keys are in none of them. Names, titles and texts are: read before you share.',
        '',
      ].join('\n'),
    )
    const calls = har.log.entries.length
    return {
      data: { folder: out, calls, rows: { before, now } },
      text: `Wrote ${out}: before.snapshot, calls.har (calls: ${calls}), now.snapshot, about.txt.\nSecrets of keys are left out; names, titles and texts are in it.`,
    }
  },
})
