import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractWithExamples, session } from './sample-session.ts'
import { TOOL_KEY } from './switching-proxy.ts'
import { noRun, output, type Tool } from './tool.ts'

/** Specmatic sends the examples of each operation, and compares status and form of the reply with the contract. */
export const specmatic: Tool = {
  name: 'Specmatic',
  packages: ['specmatic@2.55.1'],
  program: 'java',
  async start({ url, world, folder }) {
    const [contract, examples] = [join(folder, 'contract.json'), join(folder, 'examples')]
    writeFileSync(contract, JSON.stringify(contractWithExamples(world, url)))
    rmSync(examples, { recursive: true, force: true })
    mkdirSync(examples)
    // An example is a request with its reply: those of the clean deployment.
    for (const { operation, what, method, path, body, key } of session(world)) {
      if (!/: (right|no key)$/.test(what)) continue
      const headers: Record<string, string> = key === 'right' ? { Authorization: `Bearer ${TOOL_KEY}` } : {}
      const typed = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const reply = await fetch(url + path, { method, headers: typed, ...(body !== undefined && { body }) })
      const text = await reply.text()
      const request = { method, path, headers, ...(body !== undefined && { body: JSON.parse(body) }) }
      const response = { status: reply.status, ...(text !== '' && { body: JSON.parse(text) }) }
      const example = { 'http-request': request, 'http-response': response }
      writeFileSync(join(examples, `${operation}-${reply.status}.json`), JSON.stringify(example))
    }
    const jar = join(folder, 'node_modules/specmatic/specmatic.jar')
    const flags = [`--testBaseURL=${url}`, `--examples=${examples}`, '--strict', '--timeout-in-ms=5000']
    return {
      async judge() {
        const said = await output('java', ['-jar', jar, 'test', contract, ...flags], folder)
        const [, checks = '0'] = /Tests run: (\d+)/.exec(said) ?? []
        if (checks === '0') return noRun(said)
        const failed = said.matchAll(/^Scenario: .* from the example '([^']+)' has FAILED/gm)
        return { checks: Number(checks), failed: new Set([...failed].map(found => found[1] ?? '')) }
      },
    }
  },
}
