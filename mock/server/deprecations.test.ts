import { expect, test } from 'vitest'
import { startTestKit } from '../testing/test-kit.ts'
import { lifeOfARequest } from './life-of-a-request.ts'

const part = (place: string, since: string | null, sunset: string | null) => ({ place, since, sunset })

/** A mock of a contract in which some parts of requests are deprecated. */
function kitOfNextContract() {
  return startTestKit({
    steps: {
      ...lifeOfARequest,
      findOperation(context) {
        lifeOfARequest.findOperation(context)
        const { operation } = context
        const parts = {
          createTask: [
            part('body.priority', '2026-11-01', '2027-05-01'),
            part('body.acceptance_criteria[].id', '2026-10-01', null),
          ],
          getWallet: [part('', '2026-11-01', '2027-05-01')],
          listRuns: [part('query offset', null, '2027-05-01'), part('header X-Old', '2026-11-01', null)],
        }
        if (operation && operation.id in parts)
          context.operation = { ...operation, deprecations: parts[operation.id as keyof typeof parts] }
        return undefined
      },
    },
  })
}

test('a use of what is deprecated is announced on replies and refusals, with its dates', async () => {
  await using kit = await kitOfNextContract()
  const announced = async (path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const reply = await kit.fetch('admin', path, init)
    return [reply.status, reply.headers.get('deprecation'), reply.headers.get('sunset')]
  }
  const [november, october] = ['@1793491200', '@1790812800']
  const sunset = 'Sat, 01 May 2027 00:00:00 GMT'
  expect(await announced('/wallet')).toEqual([200, november, sunset])
  expect(await announced('/runs?offset=0')).toEqual([200, 'true', sunset])
  expect(await announced('/runs')).toEqual([200, null, null])
  expect(await announced('/runs', undefined, { 'x-old': '1' })).toEqual([200, november, null])
  const criteria = [{ text: 'a' }, { id: 'crt_1', text: 'b' }]
  expect(await announced('/tasks', { title: 'x' })).toEqual([201, null, null])
  expect(await announced('/tasks', { title: 'x', priority: 'high' })).toEqual([201, november, sunset])
  expect(await announced('/tasks', { title: 1, priority: 'high' })).toEqual([422, november, sunset])
  const both = { title: 'x', priority: 'high', acceptance_criteria: criteria }
  expect((await announced('/tasks', both)).slice(1)).toEqual([october, sunset])
  const lint = await fetch(`${kit.url}/_mock/workspaces/${kit.workspace.id}/lint`)
  const { problems } = (await lint.json()) as { problems: { rule: string; examples: { what: string }[] }[] }
  const seen = problems.find(({ rule }) => rule === 'uses-deprecated')?.examples.map(({ what }) => what)
  const dates = 'deprecated since 2026-11-01, sunset on 2027-05-01'
  expect(seen).toEqual([
    `getWallet with each call by the key admin, ${dates}, once`,
    'listRuns with query offset by the key admin, deprecated, sunset on 2027-05-01, once',
    'listRuns with header X-Old by the key admin, deprecated since 2026-11-01, once',
    `createTask with body.priority by the key admin, ${dates}, 3 times`,
    'createTask with body.acceptance_criteria[].id by the key admin, deprecated since 2026-10-01, once',
  ])
})
