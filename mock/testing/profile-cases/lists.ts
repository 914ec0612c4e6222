// Gaps about pages, cursors and filters of lists.
import { type Cases, each, lengthOf, status } from './case.ts'

export const lists: Cases = {
  'limit-below-one': {
    look: each(
      ['GET /tasks?limit=0', 'GET /runs?limit=-3', 'GET /workflows/?per_page=0'],
      ({ body }) => body.limit ?? body.data?.length,
    ),
    sees: { refuse: [undefined, undefined, undefined], clamp: [1, 1, 1] },
  },
  'limit-above-maximum': {
    look: status('GET /tasks?limit=1000', body => body.limit),
    sees: { clamp: [200, 200], refuse: 422 },
  },
  'page-size-maximum': {
    look: status('GET /tasks?limit=1000', body => body.limit),
    sees: { '200': [200, 200], '100': [200, 100] },
  },
  'page-size-default': {
    look: each(
      ['GET /runs', 'GET /tasks', 'GET /agents/', 'GET /workflows/'],
      ({ body }) => body.limit ?? body.data.length,
    ),
    sees: { '50': [50, 50, 50, 50], '20': [20, 20, 20, 20], '100': [100, 100, 100, 100] },
  },
  'offset-default': {
    look: status('GET /workflows/?limit=1', body => [body.data.length, body.offset]),
    sees: { zero: [200, [1, 0]], none: [200, [1, undefined]] },
  },
  'negative-offset': {
    look: status('GET /tasks?offset=-1', body => body.offset),
    sees: { refuse: 422, clamp: [200, 0] },
  },
  'page-alias-mixed': {
    look: each(
      ['page=2&per_page=2&limit=3&offset=1', 'per_page=2&limit=3', 'page=2&limit=2', 'limit=3&offset=1'].map(
        query => `GET /workflows/?${query}`,
      ),
      ({ body }) => (body.error ? body.error.issues[0].field : [body.limit, body.offset]),
    ),
    sees: {
      'page-wins': [
        [2, 2],
        [2, 0],
        [2, 2],
        [3, 1],
      ],
      'offset-wins': [
        [3, 1],
        [3, 0],
        [2, 2],
        [3, 1],
      ],
      refuse: ['per_page', 'per_page', [2, 2], [3, 1]],
    },
  },
  'cursor-invalid': {
    look: status('GET /runs?limit=2&cursor=never-given', body => body.data.length),
    sees: { refuse: 422, 'first-page': [200, 2] },
  },
  'cursor-and-offset': {
    async look(kit) {
      const { body } = await kit.ask('GET /runs?limit=1')
      const both = await kit.ask(`GET /runs?limit=1&offset=1&cursor=${body.next_cursor}`)
      return [both.status, both.headers.get('deprecation')]
    },
    sees: { 'cursor-wins': [200, 'true'], refuse: [422, 'true'] },
  },
  'filtered-pages': {
    async look(kit) {
      const agent = kit.agent('agent-that-finishes')
      for (const handle of ['agent-that-finishes', 'agent-that-is-slow', 'agent-that-is-slow'])
        await kit.startRun(handle)
      const newest = await kit.ask('GET /runs?limit=3')
      const sizes: number[] = []
      const ids = new Set<string>()
      for (let cursor = ''; sizes.length < 3; ) {
        const { body } = await kit.ask(`GET /runs?agent_id=${agent}&limit=2${cursor}`)
        sizes.push(body.data.length)
        for (const { id, agent_id } of body.data) if (agent_id === agent) ids.add(id)
        cursor = `&cursor=${body.next_cursor}`
      }
      return [sizes, ids.has(newest.body.data[2].id)]
    },
    sees: { full: [[2, 2, 2], true], sparse: [[0, 1, 0], true] },
  },
  'unknown-status-filter': {
    look: each(kit => {
      const runs = `GET /workflows/${kit.roles.workflows['workflow-straight']}/runs?status=asleep`
      return ['GET /runs?status=asleep', 'GET /tasks?status=asleep', runs]
    }, lengthOf),
    sees: { refuse: [422, 422, 422], empty: [0, 0, 0] },
  },
  'unknown-id-filter': {
    // The statuses of what is asked for by its own id do not count here.
    beside: { 'status-unknown-id': '403', 'status-invisible-id': '403' },
    look: each(
      kit => {
        const agents = ['nobody', kit.agent('agent-private-to-other')]
        const fields = ['board_id', 'owner', 'project_id', 'assignee_id']
        const assignees = [kit.roles.people['person-other'], kit.agent('agent-that-finishes')]
        const known = `board_id=${kit.roles.boards['board-ops']}&project_id=${kit.roles.projects['project-suppliers']}`
        return [
          ...agents.map(id => `GET /runs?agent_id=${id}`),
          ...fields.map(field => `GET /tasks?${field}=nobody`),
          ...assignees.map(id => `GET /tasks?owner=me&${known}&assignee_id=${id}`),
        ]
      },
      ({ body }) => body.error?.code ?? body.data.length,
    ),
    sees: {
      empty: Array(8).fill(0),
      'not-found': [
        'agent_not_found',
        'agent_not_found',
        'board_not_found',
        'person_not_found',
        'project_not_found',
        'person_not_found',
        0,
        0,
      ],
    },
  },
}
