// What is asked: the requests of the throughput table, and how they look on the wire.

export interface Ask {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly writes: boolean
  /**
   * So many requests to the mock there (default: one), where the same one cannot be sent again and again: each uses up a
   * thing, or a few use up a key.
   */
  readonly turn?: (port: number, count?: number) => Promise<string[]>
}

const KEY = 'awk_demo_admin'

/** A request as it goes over the wire. */
export function wire({ method, path, body }: Pick<Ask, 'method' | 'path' | 'body'>, key = KEY): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const content = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${content}\r\n${text}`
}

/** The requests, with ids that a running mock has. */
export async function asksFor(port: number): Promise<Ask[]> {
  const [run] = (await read(port, '/runs?limit=1&status=completed')).data as { id: string }[]
  const agents = (await read(port, '/agents/')).data as { id: string; tags: string[] }[]
  const agent = agents.find(({ tags }) => tags.includes('agent-that-finishes'))
  const models = (await read(port, '/v1/models')).data as { id: string }[]
  if (!run || !agent || !models[0]) throw new Error('The demo world has no run, agent or model to ask for.')
  const messages = [{ role: 'user', content: 'Which invoices are due this week?' }]
  return [
    { name: 'listRuns', method: 'GET', path: '/runs?limit=20', writes: false },
    { name: 'getRun', method: 'GET', path: `/runs/${run.id}`, writes: false },
    { name: 'listTasks', method: 'GET', path: '/tasks?limit=20', writes: false },
    {
      name: 'createTask',
      method: 'POST',
      path: '/tasks',
      body: { title: 'Check the invoices of October', priority: 'high', tags: ['finance'] },
      writes: true,
    },
    {
      name: 'startRun',
      method: 'POST',
      path: `/agents/${agent.id}/run`,
      body: { input: { task: 'Check invoice 17 of Nordlicht' } },
      writes: true,
    },
    // The same without what a run does afterwards: this one asks at once, and waits.
    {
      name: 'startRun, which then waits',
      method: 'POST',
      path: `/agents/${agent.id}/run`,
      body: { input: { task: 'Check invoice 17 of Nordlicht', mock_script: 'ask Which price list?' } },
      writes: true,
    },
    {
      name: 'createChatCompletion',
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: models[0].id, messages },
      writes: true,
    },
  ]
}

/** The body of a reply. Throws when the request is refused. */
export async function read(port: number, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...sent,
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
