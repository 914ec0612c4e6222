// Runs Redocly's linter on the bundled contract. It checks OpenAPI itself; our own rules check this contract.
import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundle } from '../contract/bundle.ts'
import { isObject, type Json, type Problem } from '../contract/sources.ts'

/** Lints a contract; `root` is the folder of the project. */
export async function lintWithRedocly({ document, placeAt }: Bundle, root: string): Promise<Problem[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'agent-work-redocly-'))
  const file = join(folder.path, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const cli = `${root}/node_modules/@redocly/cli/bin/cli.js`
  const output = await run([cli, 'lint', file, '--format=json', `--config=${root}/redocly.yaml`], root)
  const report: Json = JSON.parse(output)
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

function run(args: string[], cwd: string): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      // With problems, the exit status is 1 and stdout has them.
      if (stdout.trimStart().startsWith('{')) resolve(stdout)
      else reject(new Error(`redocly lint did not run: ${stderr || error?.message}`))
    })
  })
}
