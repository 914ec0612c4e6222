// Runs Redocly's linter on the bundled contract. It checks OpenAPI itself; our own rules check this contract.
import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bundle } from '../contract/bundle.ts'
import { isObject, type Json, type Problem } from '../contract/sources.ts'

/** Lints a contract; `root` is the folder of the project. */
export async function lintWithRedocly({ document, placeAt }: Bundle, root: string): Promise<Problem[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'agent-work-redocly-'))
  const file = join(folder.path, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const cli = `${root}/node_modules/@redocly/cli/bin/cli.js`
  const args = [cli, 'lint', file, '--format=json', `--config=${root}/redocly.yaml`]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const running = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 64e6 })
  // With problems, the exit status is 1 and stdout has them.
  const done: { stdout: string; stderr: string; message?: string } = await running.catch(error => error)
  if (!done.stdout.trimStart().startsWith('{'))
    throw new Error(`redocly lint did not run: ${done.stderr || done.message}`)
  const report: Json = JSON.parse(done.stdout)
  const problems = isObject(report) && Array.isArray(report.problems) ? report.problems : []
  return problems.filter(isObject).map(problem => {
    const location = Array.isArray(problem.location) ? problem.location.find(isObject) : undefined
    return {
      ...placeAt(String(location?.pointer ?? '').slice(1)),
      where: String(problem.ruleId),
      what: String(problem.message),
      todo: problem.reference ? `See ${String(problem.reference)}` : 'Correct it.',
    }
  })
}
