// agent-work-mock: reads the command line and the environment, starts the mock, and tells how to use it.

import { startMock } from './index.ts'
import { readOptions, UsageError, usage } from './options.ts'
import { welcome } from './welcome.ts'

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === 'help') {
    console.log(usage)
  } else {
    const mock = await startMock({ ...options, onBug: error => console.error(error) })
    console.log(welcome(mock))
    let stopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (stopping) process.exit(1)
        stopping = true
        void mock.stop().then(() => process.exit(0))
      })
  }
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`agent-work-mock: ${error.message}\nTry agent-work-mock --help.`)
    process.exitCode = 2
  } else if (isPortError(error)) {
    console.error(
      `agent-work-mock: port ${error.port} is taken or not allowed (${error.code}). Choose another with --port, or --port 0 for any free one.`,
    )
    process.exitCode = 1
  } else throw error
}

function isPortError(error: unknown): error is NodeJS.ErrnoException & { port: number } {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
