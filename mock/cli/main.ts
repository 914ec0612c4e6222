// The command agent-work-mock: reads the settings, starts the mock, or prints what was asked for.

import { ownVersion } from '../version.ts'
import { listGaps } from './gap-list.ts'
import { readOptions, settings, UsageError } from './options.ts'
import { isReport } from './report-names.ts'
import { serve } from './serve.ts'
import { usage } from './usage.ts'

// The reader of the output may leave before the mock does, as `head` does.
process.stdout.on('error', () => {})

const args = process.argv.slice(2)

try {
  if (isReport(args[0])) {
    // Imported on demand, so that a mock starts faster.
    const { runReport } = await import('./reports.ts')
    process.exitCode = await runReport(args[0], args.slice(1), process.env, text => console.log(text))
  } else await startOrPrint()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(
    `agent-work-mock: ${error.message}\nTry agent-work-mock ${isReport(args[0]) ? `${args[0]} ` : ''}--help.`,
  )
  process.exitCode = 2
}

async function startOrPrint(): Promise<void> {
  const read = () => readOptions(args, process.env, process.cwd())
  const reading = await read()
  const { help, version, gaps } = reading.values
  if (help) console.log(usage(settings))
  else if (version) console.log(ownVersion())
  else if (gaps !== undefined && gaps !== 'vary') process.stdout.write(listGaps(process.stdout.columns, gaps))
  else if (reading.values['print-target']) {
    const { printedTarget } = await import('./print-target.ts')
    process.stdout.write(await printedTarget(reading))
  } else await serve(reading, read, process)
}
