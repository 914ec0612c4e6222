import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../mock/testing/new-folder.ts'
import { startProgram } from '../mock/testing/program.ts'

const root = join(import.meta.dirname, '..')

const isOurs = (path: string) => !path.endsWith('node_modules')

/** Saves as many editors do: a new file takes the place of the old one. */
function saveByRename(file: string, change: (text: string) => string): void {
  writeFileSync(`${file}.new`, change(readFileSync(file, 'utf8')))
  renameSync(`${file}.new`, file)
}

test('serves one save after another, and survives a contract with mistakes', async () => {
  const copy = newFolder()
  const rooms = readdirSync(root).filter(name => !/^(\.|node_modules$|dist$|reports$)/.test(name))
  for (const room of rooms) cpSync(join(root, room), join(copy, room), { recursive: true, filter: isOurs })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const dev = startProgram('scripts/dev.ts', ['--port', '0', '--log', 'json'], { cwd: copy })
  onTestFinished(async () => {
    dev.child.kill('SIGTERM')
    await dev.ended()
  })
  const servedSummary = async () => {
    const [line] = await dev.printed(/^.*"event":"ready".*\n/m)
    const { url } = JSON.parse(line) as { url: string }
    const document = await (await fetch(`${url}/_mock/openapi.json`)).text()
    return { url, summary: /"summary": *"(List (?:the )?models[^"]*)"/.exec(document)?.[1] }
  }
  const models = join(copy, 'openapi/resources/models.yaml')

  const before = await servedSummary()
  expect(before.summary).toBe('List models')
  saveByRename(models, text => text.replace('summary: List models', 'summary: List the models'))
  expect((await servedSummary()).summary).toBe('List the models')
  let served = before
  for (const name of ['models', 'agents']) {
    saveByRename(join(copy, `mock/service/${name}.ts`), text => `${text}\n`)
    served = await servedSummary()
    expect(served.summary).toBe('List the models')
  }
  saveByRename(models, text => text.replace('summary:', 'summary: ['))
  await dev.printed(/openapi\/resources\/models\.yaml:\d+ {2}YAML: /)
  await dev.printed(/The mock keeps running/)
  expect((await fetch(`${served.url}/_mock/ready`)).status).toBe(200)
})
