// `npm run contract:diff -- <git ref or file>`: lists what the contract of the working tree adds, changes and breaks
// for clients, compared with that ref or file. Exit status 1 if something breaks.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compareContracts } from '#openapi'
import { readScript, refuse } from '../flags/script.ts'
import { bundle } from './contract/bundle.ts'
import { formatProblems } from './contract/format-problems.ts'
import { isObject, type JsonObject, sourcesIn } from './contract/sources.ts'
import { describe } from './contract-diff/describe.ts'

const root = join(import.meta.dirname, '..')
const usage = 'npm run contract:diff -- <git ref, or file with an OpenAPI document>'
const [source = refuse(`Usage: ${usage}`), ...rest] = readScript(usage, {}).words
if (rest.length > 0) refuse(`Usage: ${usage}`)

const changes = compareContracts(contractAt(source), fromYaml(join(root, 'openapi/openapi.yaml')))
process.stdout.write(describe(changes))
process.exitCode = changes.some(change => change.effect === 'breaks') ? 1 : 0

function contractAt(source: string): JsonObject {
  if (existsSync(source))
    return source.endsWith('.json') ? fromJson(readFileSync(source, 'utf8')) : fromYaml(source)
  try {
    const bundle = ['show', `${source}:openapi/generated/openapi.json`]
    return fromJson(
      execFileSync('git', bundle, { cwd: root, encoding: 'utf8', maxBuffer: 64e6, stdio: 'pipe' }),
    )
  } catch {
    refuse(`${source} is neither a file nor a git ref with openapi/generated/openapi.json.`)
  }
}

function fromJson(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) refuse(`${source} holds no OpenAPI document.`)
  return value
}

function fromYaml(path: string): JsonObject {
  const { document, problems } = bundle(sourcesIn(dirname(path)), basename(path))
  if (problems.length > 0) refuse(formatProblems(problems, `${dirname(path)}/`))
  return document
}
