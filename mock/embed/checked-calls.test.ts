// Calls of tests are checked as requests to the control API are.
import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import { createFetch } from '../browser.ts'
import { type MockWorkspace, startMock } from '../index.ts'
import { mock, test } from '../testing/test-kit.ts'

const wrong: Record<string, [call: (workspace: MockWorkspace) => unknown, says: string]> = {
  'an effect': [
    ({ faults }) => faults.add({ effects: [{ do: 'explode' } as never] }),
    'body.effects[0].do must be one of',
  ],
  'a rule': [
    ({ people }) => people.policy([{ afer: '2h' } as never]),
    'body.rules[0].afer is not allowed; only on, when, agent',
  ],
  'a situation': [
    workspace => workspace.trigger('run-ask' as never),
    "but was 'run-ask'; did you mean run-asks?",
  ],
  'an operation to verify': [
    ({ journal }) => journal.verify({ operation: 'createTsk' as never, times: 0 }),
    "but was 'createTsk'; did you mean createTask?",
  ],
  'an operation of a list': [
    ({ journal }) => journal.count({ operation: ['createTask', 'createTsk'] } as never),
    "but was 'createTsk'; did you mean createTask?",
  ],
  'a condition': [
    ({ journal }) => journal.har({ opertion: 'createTask' } as never),
    'body.opertion is not allowed',
  ],
  'a length of time': [({ clock }) => clock.advance(Number.NaN), 'body.by must be'],
  'an agent': [
    workspace => workspace.trigger('run-asks', { agent: 'agent-that-finish' }),
    'There is no agent agent-that-finish; did you mean agent-that-finishes?',
  ],
  'an option': [
    workspace => workspace.fork({ sed: 'a' } as never),
    'body.sed is not allowed; only from, name, seed',
  ],
}

test('refuses an option that does not exist', async () => {
  await expect(startMock({ prot: 4011 } as never)).rejects.toThrow(
    'startMock has no option prot; did you mean port?',
  )
  expect(() => createFetch({ clok: 'real' } as never)).toThrow(
    'createFetch has no option clok; did you mean clock?',
  )
  await expect(startMock({ profile: { 'erro-body': 'x' } as never })).rejects.toThrow(
    "there is no gap 'erro-body'",
  )
  await expect(startMock({ keep: tmpdir() })).rejects.toThrow(
    'is a folder; name a file in it, such as world.db',
  )
})

test.for(Object.entries(wrong))(
  'refuses %s that does not fit, as over HTTP',
  ([, [call, says]], { workspace }) => {
    expect(() => call(workspace)).toThrow(says)
  },
)

test('continues a workspace as it is now, and refuses an origin of another form', async ({
  workspace: origin,
}) => {
  origin.clock.advance('1h')
  await using fork = mock.workspace({ from: { fork: origin.id } })
  expect(fork.clock.now()).toEqual(origin.clock.now())
  expect(() => mock.workspace({ from: { fork: 'nowhere' } })).toThrow('nowhere')
  expect(() => mock.workspace({ from: { frk: 'demo' } as never })).toThrow("{ fork: 'demo' }")
})

test('refuses clocks and twins of another form', async () => {
  expect(() => mock.workspace({ clock: 'frozen' as never })).toThrow(
    "clock must be 'real', { scale: 60 } or { frozen: '2026-11-20T09:00:00Z' }, but was \"frozen\"",
  )
  await expect(startMock({ clock: 'frozen' as never })).rejects.toThrow("clock must be 'real'")
  expect(() => mock.workspace({ twin: 'staging.twin.yaml' as never })).toThrow(
    'twin must be what readTwinFile returns',
  )
  await expect(startMock({ twin: 'nowhere.twin.yaml' })).rejects.toThrow('nowhere.twin.yaml')
})

test('accepts instants in any form that a program has', ({ workspace }) => {
  const at = new Date('2026-11-20T10:00:00Z')
  for (const instant of [at, at.getTime() + 1, '2026-11-20T10:00:00.002Z'])
    expect(workspace.clock.to(instant).now).toBe(new Date(instant).toISOString())
  expect(workspace.people.revokeKey('member', new Date('2026-11-21T00:00:00Z')).revoked_at).toBe(
    '2026-11-21T00:00:00.000Z',
  )
})
