import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { olderContract } from './older-contract.ts'
import { contractWithExamples, withReplies } from './sample-session.ts'
import { TOOL_KEY } from './switching-proxy.ts'
import { noRun, output, type Tool } from './tool.ts'

/** Dredd sends one right request for each operation and compares the reply's form; it reads OpenAPI 3.0 only. */
export const dredd: Tool = {
  name: 'Dredd',
  packages: ['dredd@14.1.0'],
  async start({ url, world, folder }) {
    const contract = join(folder, 'contract.json')
    const hooks = join(folder, 'hooks.cjs')
    writeFileSync(
      contract,
      JSON.stringify(olderContract(withReplies(contractWithExamples(world, url), wanted))),
    )
    writeFileSync(hooks, HOOKS)
    const program = join(folder, 'node_modules/dredd/bin/dredd')
    return {
      async judge() {
        const flags = [contract, url, '--no-color', '--loglevel=error', `--hookfiles=${hooks}`]
        const said = await output(process.execPath, [program, ...flags], folder)
        const lines = [...said.matchAll(/^(pass|fail|error): (\w+ \(\d+\) \S+)/gm)]
        if (lines.length === 0) return noRun(said)
        return {
          checks: new Set(lines.map(line => line[2])).size,
          failed: new Set(lines.filter(line => line[1] !== 'pass').map(line => line[2] ?? '')),
        }
      },
    }
  },
}

/** The replies that a request can be made for: success, and refusal of who sends no key. */
const wanted = (status: string) => status.startsWith('2') || status === '401'

const HOOKS = `
const hooks = require('hooks')
hooks.beforeEach(({ request, expected }, done) => {
  if (expected.statusCode !== '401') request.headers.Authorization = 'Bearer ${TOOL_KEY}'
  done()
})
`
