import { expect, test } from 'vitest'
import { mockBase } from '../address.ts'
import { asCurl, asFetch, asTypeScript, literal } from './as-code.ts'
import type { Call } from './call.ts'

const call = (
  api: Call['api'],
  id: string,
  method: string,
  url: string,
  wanted: Call['wanted'] = {},
): Call => ({ api, id, method, url, wanted })

test('a call of the service names no secret, and its body survives a shell', () => {
  const create = call('service', 'createTask', 'POST', 'tasks', { body: { title: "Ana's list" } })
  expect(asCurl(create)).toBe(
    `curl -X POST -H "Authorization: Bearer $AGENT_WORK_KEY" -H 'Content-Type: application/json' -d '{"title":"Ana'\\''s list"}' '${mockBase}/tasks'`,
  )
  expect(asFetch(create)).toContain('process.env.AGENT_WORK_KEY')
  expect(asFetch(call('service', 'listRuns', 'GET', 'runs?limit=1'))).toContain(`'${mockBase}/runs?limit=1'`)
})

test('a call of the control API is one of the handle of a workspace, where that has it', () => {
  const path = { workspace_id: 'demo', approval_id: 'appr_1' }
  const decide = (body: object) =>
    asTypeScript(call('control', 'decideApproval', 'POST', 'x', { path, body }))
  expect(decide({ outcome: 'approved', by: 'manager' })).toBe(
    "workspace.people.approve('appr_1', { by: 'manager' })",
  )
  expect(decide({ outcome: 'rejected' })).toBe("workspace.people.reject('appr_1')")
  const advance = (body: object) => asTypeScript(call('control', 'advanceClock', 'POST', 'x', { path, body }))
  expect(advance({ by: '1h' })).toBe("workspace.clock.advance('1h')")
  expect(asTypeScript(call('control', 'clearJournal', 'DELETE', '_mock/x', { path }))).toContain(
    'await fetch(',
  )
})

test('values are written as one writes them', () => {
  expect(literal({ a: [1, null, true], 'b-c': "it's", d: undefined })).toBe(
    "{ a: [1, null, true], 'b-c': 'it\\'s' }",
  )
  expect(literal({})).toBe('{}')
})
