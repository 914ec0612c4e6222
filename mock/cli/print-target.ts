import { UsageError } from '../../flags/flag.ts'
import { reachableUrl } from '../../platform/own-addresses.ts'
import { targetFile } from '../control/target-file.ts'
import { startMock } from '../index.ts'
import { mockOptions, type ReadSettings } from './options.ts'

/** The target file of the mock that these settings start, with the address that it will have. */
export async function printedTarget(settings: ReadSettings): Promise<string> {
  const { port = 4010, host = '127.0.0.1' } = mockOptions(settings)
  if (port === 0)
    throw new UsageError(
      'with --port 0 the address is known only after the start; read /_mock/target.yaml from the running mock.',
    )
  // The same seed gives the same ids at every start.
  await using mock = await startMock({ ...mockOptions(settings), port: 0, host: '127.0.0.1' })
  return targetFile({
    baseUrl: reachableUrl(`http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    workspace: mock.demo.workspace,
    other: mock.registry.get('second-tenant')?.workspace,
  })
}
