import { setTimeout as pause } from 'node:timers/promises'
import { runningMocks } from '../../mock/cli/running-file.ts'
import { defineCommand } from '../command.ts'
import { MockProblem, mockFlags, runningMock } from '../running-mock.ts'

/** A mock waits up to ten seconds for replies in flight, or as long as its --grace says. */
const LONGEST_MS = 15_000
const PAUSE_MS = 50

export const command = defineCommand({
  description: 'Stops the mock of this folder, or the one that --base-url names, as Ctrl-C does.',
  flags: { 'base-url': mockFlags['base-url'], 'control-key': mockFlags['control-key'] },
  async run({ flags }, terminal) {
    const { url, requireCertain } = runningMock(flags, terminal)
    requireCertain()
    const isRunning = () => runningMocks(terminal.env).find(file => file.url === url)
    const found = isRunning()
    if (!found)
      throw new MockProblem(
        `You run no mock at ${url} on this machine; agent-work ps lists those that there are.`,
      )
    process.kill(found.pid, 'SIGTERM')
    for (let waited = 0; isRunning()?.pid === found.pid; waited += PAUSE_MS) {
      if (waited > LONGEST_MS)
        throw new MockProblem(`Process ${found.pid} was asked to stop, and still runs.`)
      await pause(PAUSE_MS)
    }
    terminal.out(`Stopped the mock at ${url}.`)
    return 0
  },
})
