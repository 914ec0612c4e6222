// `npm run contract:diff -- <git ref or file>`: lists what the contract of the working tree, or of a second ref or file,
// adds, changes and breaks for clients, compared with that ref or file. Exit status 1 if something breaks; with `--clients`, if a breaking change
// touches one of them. `--release` writes the version and the changelog of the contract, `--check` tests them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compareContracts } from '#openapi'
import { readUsages } from '#openapi/usage'
import { flag, readChoice, readText, toggle } from '../flags/flag.ts'
import { readScript, refuse } from '../flags/script.ts'
import { bundle } from './contract/bundle.ts'
import { formatProblems, isObject, type JsonObject, sourcesIn } from './contract/sources.ts'
import { asMarkdown, asText, differencesIn } from './contract-diff/describe.ts'
import { mistakeIn, releaseOf, writeRelease } from './contract-diff/release.ts'
import { serveEach } from './contract-diff/serve.ts'

const root = join(import.meta.dirname, '..')
const usage = 'npm run contract:diff -- <git ref, or file with an OpenAPI document> [another] [flags]'
const { flags, words } = readScript(usage, {
  clients: flag(
    '<folder>',
    'the usage files of clients, as agent-work usage writes them: say whom each change touches',
    readText,
  ),
  format: flag(
    '<form>',
    'text, markdown for a pull request, or json',
    readChoice('text', 'markdown', 'json'),
    { fallback: 'text' },
  ),
  release: toggle(
    'write the version that follows from the changes into the contract, and a section into its CHANGELOG.md',
  ),
  serve: toggle('then serve both contracts, each by a mock of this checkout, until Ctrl-C'),
  check: toggle('say whether version and CHANGELOG.md fit the changes; the exit status is 1 if they do not'),
})
const [before = refuse(`Usage: ${usage}`), after, ...rest] = words
if (rest.length > 0) refuse(`Usage: ${usage}`)

const target = after ?? join(root, 'openapi/openapi.yaml')
const contracts = [contractAt(before), contractAt(target)] as const
const changes = compareContracts(...contracts)
const usages =
  flags.clients === undefined
    ? undefined
    : await readUsages(flags.clients).catch((error: Error) => refuse(error.message))
const description = differencesIn(changes, usages)
process.exitCode = flags.release || flags.check ? release() : report()
if (flags.serve) process.exitCode = await serve()

/** Prints the differences; returns the exit status. */
function report(): number {
  const forms = {
    text: asText,
    markdown: asMarkdown,
    json: (all: object) => `${JSON.stringify(all, null, 2)}\n`,
  }
  process.stdout.write(forms[flags.format](description))
  const isBroken = usages
    ? description.clients.some(({ impact }) => impact === 'breaks' || impact === 'may break')
    : changes.some(change => change.effect === 'breaks')
  return isBroken ? 1 : 0
}

/** Serves both contracts; returns the exit status. */
async function serve(): Promise<number> {
  const named = { [after ?? 'This checkout']: contracts[1], [before]: contracts[0] }
  const problem = await serveEach(named).catch((error: Error) => error)
  if (problem) console.error(problem.message)
  return problem ? 1 : 0
}

/** Writes or checks the version and the changelog; returns the exit status. */
function release(): number {
  if (!target.endsWith('.yaml'))
    refuse(`--release and --check need the YAML of the contract, but ${target} is none.`)
  const folder = dirname(target)
  try {
    const made = releaseOf(...contracts, description)
    const { next, why } = made
    if (flags.release) {
      writeRelease(folder, basename(target), made)
      console.log(
        `The contract is ${next} now, because ${why}. Read ${join(folder, 'CHANGELOG.md')}, and run npm run generate.`,
      )
      return 0
    }
    const mistake = mistakeIn(folder, made)
    console.log(
      mistake
        ? `${mistake} Run npm run contract:diff -- ${before} --release.`
        : `The version ${next} is right: ${why}.`,
    )
    return mistake ? 1 : 0
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function contractAt(source: string): JsonObject {
  if (existsSync(source))
    return source.endsWith('.json') ? fromJson(readFileSync(source, 'utf8'), source) : fromYaml(source)
  try {
    const bundle = ['show', `${source}:openapi/generated/openapi.json`]
    return fromJson(
      execFileSync('git', bundle, { cwd: root, encoding: 'utf8', maxBuffer: 64e6, stdio: 'pipe' }),
      source,
    )
  } catch {
    refuse(`${source} is neither a file nor a git ref with openapi/generated/openapi.json.`)
  }
}

function fromJson(text: string, source: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) refuse(`${source} holds no OpenAPI document.`)
  return value
}

function fromYaml(path: string): JsonObject {
  const { document, problems } = bundle(sourcesIn(dirname(path)), basename(path))
  if (problems.length > 0) refuse(formatProblems(problems, `${dirname(path)}/`))
  return document
}
