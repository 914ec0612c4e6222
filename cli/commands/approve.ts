import type { Waiting } from '#mock'
import { flag, readText, toggle, UsageError } from '../../flags/flag.ts'
import { reportCommand } from '../report-command.ts'
import { runningMock, workspaceFlags } from '../running-mock.ts'

export const command = reportCommand({
  words: '[<what>]',
  description:
    'Approves what waits for a person; no key can. <what> is an id of the approval or of what waits, a reference such as OPS-12, or a title. Default: what has waited longest.',
  flags: {
    list: toggle('list what waits instead', { short: 'l' }),
    reject: toggle('reject it'),
    object: toggle("reject a workflow's gate while its run continues"),
    by: flag('<person>', 'who decides: an id, a handle, or a role', readText, {
      default: 'the first who may',
    }),
    comment: flag('<text>', 'what they say about it', readText),
    ...workspaceFlags,
  },
  async run({ flags, words }, terminal) {
    const { list, reject, object, by, comment, workspace: workspace_id } = flags
    if (list && words.length > 0) throw new UsageError('--list lists all that waits; leave out <what>.')
    if (reject && object) throw new UsageError('--reject and --object exclude each other.')
    const { call } = runningMock(flags, terminal, { approval_id: '<what>' })
    if (list) {
      const waiting = await call('listWaiting', { path: { workspace_id } })
      return { data: waiting, text: waitingText(waiting) }
    }
    const outcome = reject ? 'rejected' : object ? 'objected' : 'approved'
    const decision = await call('decideApproval', {
      path: { workspace_id, approval_id: words[0] ?? 'oldest' },
      body: { outcome, ...(by && { by }), ...(comment && { comment }) },
    })
    return { data: decision, text: decision.transitions.map(({ says }) => says).join('\n') }
  },
})

function waitingText({ approvals, questions }: Waiting): string {
  const lines = [
    ...approvals.map(({ id, title }) => `${id}  ${title}`),
    ...questions.map(
      ({ run_id, agent_name, question }) => `${run_id}  ${agent_name} asks: ${question.prompt}`,
    ),
  ]
  return lines.length === 0 ? 'Nothing waits for a person.' : lines.join('\n')
}
