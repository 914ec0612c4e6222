import { didYouMean } from '../../flags/did-you-mean.ts'
import { flag, InvalidValue, readText } from '../../flags/flag.ts'
import { coverageAreas } from '../../mock/coverage/coverage.ts'
import { coverageTable } from '../../mock/coverage/coverage-table.ts'
import { reportCommand } from '../report-command.ts'
import { mockFlags, runningMock } from '../running-mock.ts'

export const command = reportCommand({
  description:
    'Reports how much of the service the client of a running mock has exercised. Exit status: 1 below --min.',
  flags: {
    workspace: flag('<id>', 'only this workspace', readText, {
      short: 'w',
      default: 'all together, removed ones included',
    }),
    min: flag(
      '<area>=<percent>',
      `the minimum for ${coverageAreas.join(', ')}; may be repeated`,
      minimumsIn,
      { many: true },
    ),
    ...mockFlags,
  },
  async run({ flags }, terminal) {
    const { call } = runningMock(flags, terminal)
    const { workspace, min } = flags
    const query = Object.fromEntries(min.flat())
    const coverage = await (workspace === undefined
      ? call('readTotalCoverage', { query })
      : call('readCoverage', { path: { workspace_id: workspace }, query }))
    return { data: coverage, text: coverageTable(coverage), status: coverage.met ? 0 : 1 }
  },
})

/** Areas and their percentages in a text such as `operations=80,roles=30`. */
function minimumsIn(text: string): [area: string, percent: string][] {
  return text.split(',').map(one => {
    const [area = '', percent = ''] = one.split('=', 2)
    if (!coverageAreas.some(known => known === area))
      throw new InvalidValue(
        `knows ${coverageAreas.join(', ')}, not '${area}'${didYouMean(area, coverageAreas)}`,
      )
    if (/^\d+$/.test(percent) && Number(percent) <= 100) return [area, percent]
    throw new InvalidValue(`takes an area and a percentage, such as operations=80, not '${one}'.`)
  })
}
