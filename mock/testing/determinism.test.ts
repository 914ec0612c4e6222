import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { sendAs } from './send-as.ts'
import { START } from './test-kit.ts'

const REQUESTS: [method: string, path: string, body?: object][] = [
  ['GET', '/agents/?limit=3&view=summary'],
  ['GET', '/runs?limit=5'],
  ['POST', '/tasks', { title: 'The same again', tags: ['twice'] }],
  ['GET', '/tasks?limit=3'],
  ['GET', '/workflows/'],
  ['GET', '/approvals/pending/list'],
  ['GET', '/insights/summary?period=30d'],
  ['GET', '/admin/wallet/team-stats?group_by=member'],
  ['GET', '/wallet'],
  [
    'POST',
    '/v1/chat/completions',
    { model: 'aw-large', messages: [{ role: 'user', content: 'Say the same.' }] },
  ],
  ['POST', '/v1/knowledge/search', { query: 'notice period' }],
  ['GET', '/runs/unknown'],
]

test('the same seed, a frozen clock and the same requests give the same bytes', async () => {
  const [one, other] = [await transcript('alike'), await transcript('alike')]
  expect(one).toEqual(other)
  expect(await transcript('different')).not.toEqual(one)
})

/** Everything that the mock answers, byte for byte, headers included; with runs that work meanwhile. */
async function transcript(seed: string): Promise<string[]> {
  await using mock = await startMock({ seed, clock: { frozen: START } })
  const { keys, agents } = mock.demo.roles
  const lines: string[] = []
  const send = async (method: string, path: string, body?: object) => {
    const response = await sendAs(keys.admin, mock.url + path, body, { method })
    const text = await response.text()
    lines.push(`${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${text}`)
    return text
  }
  const started = await send('POST', `/agents/${agents['agent-that-finishes']}/run`, {
    input: { task: 'Twice.' },
  })
  for (const [method, path, body] of REQUESTS) {
    await send(method, path, body)
    mock.demo.workspace.simulation.advance(700)
  }
  await send('GET', `/runs/${JSON.parse(started).run_id}`)
  await send('GET', `/chats/${JSON.parse(started).chat_id}/stream`)
  return lines
}
