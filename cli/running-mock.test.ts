import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { controlRows } from '../mock/control/document.ts'
import { runningMock } from './running-mock.ts'
import { quietTerminal } from './testing/run-command.ts'

const mockAt = (url: string) => runningMock({ 'base-url': url, 'control-key': undefined }, quietTerminal)

test('every operation of the control API can be called by its name', async () => {
  await using mock = await startMock()
  const { call } = mockAt(mock.url)
  for (const { id, pathParams, streams } of controlRows) {
    if (streams) continue
    const path = Object.fromEntries(pathParams.map(({ name }) => [name, 'ws/none']))
    const outcome = await call(id, { path }).then(
      () => 'done',
      (error: Error) => error.message,
    )
    // A refusal is the operation's own: it names what the path or the request lacks.
    expect(outcome, id).toMatch(
      /^done$|^There is no \w+ ws\/none|^\w+ (?:must be|is required)|^This mock does not have the suite/,
    )
  }
})
