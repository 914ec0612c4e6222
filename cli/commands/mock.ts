import { readOptions } from '../../mock/cli/options.ts'
import { runMock } from '../../mock/cli/run-mock.ts'
import { settings } from '../../mock/cli/settings.ts'
import type { Command } from '../command.ts'
import { runSuite } from '../run-suite.ts'

export const command: Command = {
  description: 'Starts the mock: the whole Agent Work Service on your machine.',
  flags: settings,
  notes: `Every setting has an environment variable, such as AGENT_WORK_MOCK_PORT, and
a name in the file, such as port. A flag wins over the environment, the
environment over the file.`,
  run: async (args, { env, folder, out }) => {
    const reading = await readOptions(args, env, folder)
    const { check } = reading.values
    if (check !== undefined) {
      const { checkClients } = await import('../check-clients.ts')
      return checkClients(check, reading, out)
    }
    if (reading.values['in-front-of'] === undefined) return runMock(args, process, runSuite)
    const { serveProxy } = await import('../serve-proxy.ts')
    await serveProxy(reading, process)
    return 0
  },
}
