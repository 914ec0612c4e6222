import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractWithExamples } from './sample-session.ts'
import { TOOL_KEY } from './switching-proxy.ts'
import { noRun, output, type Tool } from './tool.ts'

const CHECKS = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation']

/** Portman makes a collection of the contract, with tests of one right request for each operation; Newman runs it. */
export const portman: Tool = {
  name: 'Portman',
  // It needs tslib and does not say so.
  packages: ['@apideck/portman@1.33.0', 'tslib@2'],
  async start({ url, world, folder }) {
    const at = (path: string) => join(folder, 'node_modules', path)
    const [contract, config] = [join(folder, 'contract.json'), join(folder, 'portman.json')]
    const [collection, report] = [join(folder, 'collection.json'), join(folder, 'newman.json')]
    writeFileSync(contract, JSON.stringify(contractWithExamples(world, url)))
    const checks = Object.fromEntries(CHECKS.map(name => [name, { enabled: true }]))
    const tests = { contractTests: [{ openApiOperation: '*::/*', ...checks }] }
    writeFileSync(config, JSON.stringify({ version: 1, tests }))
    const flags = ['-l', contract, '-b', url, '-c', config, '-o', collection, '--runNewman', 'false']
    const made = await output(process.execPath, [at('@apideck/portman/bin/portman'), ...flags], folder)
    const variables = ['--env-var', `baseUrl=${url}`, '--env-var', `bearerToken=${TOOL_KEY}`]
    const reporting = ['--reporters', 'json', '--reporter-json-export', report]
    return {
      async judge() {
        writeFileSync(report, '')
        const newman = [at('newman/bin/newman.js'), 'run', collection, ...variables, ...reporting]
        const said = await output(process.execPath, newman, folder)
        const text = readFileSync(report, 'utf8')
        if (text === '') return noRun(made + said)
        const { run } = JSON.parse(text) as NewmanReport
        return {
          checks: run.stats.assertions.total,
          failed: new Set(run.failures.map(({ error }) => error.test ?? error.message)),
        }
      },
    }
  },
}

interface NewmanReport {
  readonly run: {
    readonly stats: { readonly assertions: { readonly total: number } }
    readonly failures: readonly { readonly error: { readonly test?: string; readonly message: string } }[]
  }
}
