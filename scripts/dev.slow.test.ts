import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../mock/testing/new-folder.ts'

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
  const dev = spawn(process.execPath, ['scripts/dev.ts', '--port', '0', '--log', 'json'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(dev, 'close')
  onTestFinished(async () => {
    dev.kill('SIGTERM')
    await closed
  })
  const lines: string[] = []
  const printed = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const index = lines.findIndex(line => line.includes(text))
        if (index !== -1) resolve(lines.splice(0, index + 1).at(-1) ?? '')
        else if (dev.exitCode !== null) reject(new Error(`it ended without '${text}':\n${lines.join('\n')}`))
        else setTimeout(look, 20)
      }
      look()
    })
  for (const stream of [dev.stdout, dev.stderr])
    createInterface({ input: stream }).on('line', line => lines.push(line))
  const servedSummary = async () => {
    const { url } = JSON.parse(await printed('"event":"ready"')) as { url: string }
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
  expect(await printed('openapi/resources/models.yaml:')).toMatch(/models\.yaml:\d+ {2}YAML: /)
  await printed('The mock keeps running')
  expect((await fetch(`${served.url}/_mock/ready`)).status).toBe(200)
})
