// Runs Redocly's linter on the split contract. It checks OpenAPI itself; our own rules check this contract.
import { execFile } from 'node:child_process'
import { relative } from 'node:path'
import { isObject, type Json, type Problem } from '../contract/sources.ts'

/** Lints the contract in a folder. */
export async function lintWithRedocly(folder: string, root: string): Promise<Problem[]> {
  const cli = `${root}/node_modules/@redocly/cli/bin/cli.js`
  const config = `${root}/redocly.yaml`
  const output = await run(
    [cli, 'lint', `${folder}/openapi.yaml`, '--format=json', `--config=${config}`],
    root,
  )
  const report: Json = JSON.parse(output)
  const problems = isObject(report) && Array.isArray(report.problems) ? report.problems : []
  return problems.filter(isObject).map(problem => {
    const location = Array.isArray(problem.location) ? problem.location.find(isObject) : undefined
    const source = isObject(location?.source) ? String(location.source.ref) : 'openapi.yaml'
    const start = isObject(location?.start) ? Number(location.start.line) : 1
    return {
      file: relative(folder, `${root}/${source}`),
      line: start,
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
