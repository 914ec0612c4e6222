import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { type Call, callsOfArchive } from '../recording/calls.ts'
import { IdMap } from './id-map.ts'
import { pairIds } from './pair-ids.ts'
import { indexOf } from './recording-index.ts'

test('a run of a workflow is paired with one of the counterpart of that workflow', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { tables } = mock.demo.workspace
  const [other] = tables.workflowRuns.all()
  const own = tables.workflowRuns.all().find(({ workflowId }) => workflowId !== other!.workflowId)!
  const read = (path: string, json: object) => ({
    startedDateTime: '2026-11-20T09:00:00Z',
    request: { method: 'GET', url: `http://staging${path}`, headers: [] },
    response: { status: 200, headers: [], content: { text: JSON.stringify(json) } },
  })
  const recorded = callsOfArchive({
    log: {
      entries: [
        read('/workflows/approvals/pending', [{ workflowRunId: 'w-77' }]),
        read('/workflows/wf-closing/runs/w-77', { id: 'w-77' }),
      ],
    },
  })
  const [list] = recorded.calls as [Call]
  const pairedBy = (workflow: string | undefined) => {
    const ids = new IdMap()
    if (workflow !== undefined) ids.learn('workflow', 'wf-closing', workflow)
    pairIds(list, { data: [{ workflow_run_id: other!.id }] }, { ids, index: indexOf(recorded), tables })
    return tables.workflowRuns.get(ids.get(['workflow-run'], 'w-77') ?? '')?.workflowId
  }
  expect(pairedBy(own.workflowId)).toBe(own.workflowId)
  expect(pairedBy(undefined)).toBe(other!.workflowId)
})
