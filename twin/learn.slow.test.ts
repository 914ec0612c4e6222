// A deployment is recorded in part and learned: its twin answers alike in scenarios that it was not learned from, and holds
// none of its data.
import { expect, test } from 'vitest'
import type { Twin } from '#mock'
import { isHeldOut, recordServer } from '../evaluation/independent-servers/record-server.ts'
import { drift, driftText } from './compare/drift.ts'
import { fidelity, fidelityText } from './compare/fidelity.ts'
import { contradictionText } from './infer/infer-violations.ts'
import { learn } from './learn.ts'
import type { Call } from './recording/calls.ts'
import { leavesOf } from './recording/json-paths.ts'
import { assertNoData, privacyOf } from './recording/privacy.ts'
import { replayInMock } from './replay/mock-replay.ts'
import { explainText, twinText } from './twin-text.ts'
import { updatedTwin } from './update-twin.ts'

test.each(['enterprise', 'tiny'] as const)(
  'the twin of %s answers alike in scenarios that it was not learned from',
  { timeout: 600_000 },
  async server => {
    const calls = await recordServer(server, { only: ['CREATE', 'TASK', 'AGENT', 'AUTH', 'RUN', 'WF'] })
    const { twin, contradictions } = await learn(calls, { from: call => !isHeldOut(call) })
    expect(contradictions).toEqual([])
    const { byCall } = fidelity((await replayInMock(calls, { twin })).filter(({ call }) => isHeldOut(call)))
    expect(byCall.statuses).toBeGreaterThanOrEqual(0.98)
    expect(byCall.members).toBeGreaterThanOrEqual(0.95)
  },
)

test('a twin answers like the deployment that it was learned from, and holds no data of it', {
  timeout: 600_000,
}, async () => {
  const only = ['CREATE', 'TASK', 'AGENT', 'AUTH', 'WALLET', 'EVENT-02', 'EVENT-05', 'COMP-27']
  const calls = await recordServer('fastapi-like', { only })
  const before = fidelity(await replayInMock(calls)).byCall
  expect(before.members).toBeLessThan(0.6)

  const { twin, contradictions } = await learn(calls, { from: call => !isHeldOut(call) })
  expect(contradictions).toEqual([])
  const pairs = await replayInMock(calls, { twin })
  const { byCall } = fidelity(pairs.filter(({ call }) => isHeldOut(call)))
  expect(byCall.statuses).toBeGreaterThanOrEqual(0.98)
  expect(byCall.members).toBeGreaterThanOrEqual(0.95)

  // Each stream was sent by one scenario, and few of them are held out.
  const streams = fidelity(pairs.filter(({ call }) => call.isStream))
  expect(streams.calls).toBeGreaterThan(0)
  expect(streams.byCall.members).toBeGreaterThanOrEqual(0.9)
  expect(twin.dialect?.events?.streamChat).toHaveProperty(['run.status', 'data', 'status'], 'status')

  const text = twinText(twin)
  expect(text.split('\n').length).toBeLessThan(700)
  expect(dataIn(text, calls.calls)).toEqual([])
  expect(drift(twin, twin)).toEqual([])
  const changed = { ...twin, dialect: { ...twin.dialect, words: { RunStatus: { failed: 'broken' } } } }
  expect(drift(changed, twin).map(({ at }) => at)).toContain('dialect.words.RunStatus.failed')
  const edited = { ...changed, hand: ['words.RunStatus'] }
  expect(updatedTwin(edited, twin).dialect?.words?.RunStatus).toEqual({ failed: 'broken' })
})

test('texts about people and written by them stand in no file, whatever member shows them, however often', async () => {
  const calls = await recordServer('fastapi-like', { only: ['AGENT', 'WALLET', 'EVENT-02'] })
  const canaried = { ...calls, calls: calls.calls.map(withCanaries) }
  const { twin, contradictions } = await learn(canaried, { withViolations: true })
  const text = twinText(twin)
  const compared = fidelity(await replayInMock(canaried, { twin }))
  // Whatever is new, gone or other in a file of another day.
  const others = { twin: 1, dialect: { replies: { getAgent: {}, getWallet: { a: 'id' } } } } as Twin
  const printed = [
    text,
    explainText(twin),
    ...contradictions.map(one => contradictionText(one, true)),
    fidelityText(compared, Infinity),
    JSON.stringify([compared, contradictions]),
    driftText(drift(others, twin)),
    driftText(drift(twin, others)),
  ].join('\n')
  expect(printed).toContain('per_person')
  expect(CANARIES.filter(canary => printed.includes(canary))).toEqual([])

  // The last look-up stops what came into the file in another way.
  const privacy = privacyOf(calls.calls.map(withCanaries))
  const leaking = (dialect: NonNullable<Twin['dialect']>) => () => assertNoData({ twin: 1, dialect }, privacy)
  expect(leaking({ replies: { getAgent: { owner: '=quokka' } } })).toThrow('replies.getAgent.owner')
  expect(leaking({ records: { Agent: { owner: 'name or =Zebedee Quux' } } })).toThrow('records.Agent.owner')
  expect(leaking({ words: { RunStatus: { failed: 'quokka' } } })).toThrow('words.RunStatus')
  expect(leaking({ headers: { '*': { 'x-served-for': 'quokka' } } })).toThrow('x-served-for')
})

const CANARIES = [
  'quokka',
  'Zebedee Quux',
  'zeb@quux.example',
  'Write about the axolotl',
  'axolotl report',
  'gadfly-sorter',
  'goldcrest',
  'The heron could not be opened.',
]

/** The same texts in each reply: nothing tells them from constants but what they are about. */
function withCanaries(call: Call): Call {
  if (call.isStream) {
    const [owner, , , , title] = CANARIES
    const event = JSON.stringify({ owner, title, by: { [owner!]: title } })
    return { ...call, text: `${call.text}event: ${owner}\ndata: ${event}\n\n` }
  }
  if (typeof call.json !== 'object' || call.json === null || Array.isArray(call.json)) return call
  const [owner, contact, email, prompt, title, slug, plan, error] = CANARIES
  const json = {
    ...call.json,
    owner,
    contact,
    email,
    system_prompt: prompt,
    title,
    profile: { nickname: owner },
    slug,
    plan,
    error,
    per_person: { [owner!]: 2 },
  }
  return {
    ...call,
    json,
    text: JSON.stringify(json),
    replyHeaders: { ...call.replyHeaders, 'x-served-for': owner! },
  }
}

/** Texts that requests have planted, and texts about people or written by them, as far as the file holds them. */
function dataIn(text: string, calls: readonly Call[]): string[] {
  const found = new Set<string>()
  for (const call of calls) {
    for (const { name, value } of leavesOf(call.json))
      if (
        typeof value === 'string' &&
        /title|name|prompt|summary|mail|content|text/i.test(name) &&
        value.length > 7
      )
        found.add(value)
    if (call.body !== undefined && call.body.length > 20)
      for (const [, title = ''] of call.body.matchAll(/"(?:title|task|query)":"([^"]{8,})"/g))
        found.add(title)
  }
  // A title of refusals or a name of a plan is a word of the service.
  return [...found].filter(value => text.includes(value) && !/^[A-Z]?[a-z]+( [A-Za-z]+){0,4}$/.test(value))
}
