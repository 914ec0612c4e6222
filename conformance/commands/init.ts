/** Writes a target file from reads of the deployment, or completes an existing one, without asking anybody. */

import { Document, isCollection, parseDocument } from 'yaml'
import { Client } from '../engine/client.ts'
import { redactorFor } from '../engine/redactor.ts'
import { mapStrings, visible } from '../engine/safe-text.ts'
import { lookAround } from '../index.ts'
import { TargetProblem } from '../target/problem.ts'
import { readTarget, type Target } from '../target/target.ts'
import { FIXTURES, type FixtureName, type TargetInput } from '../target/target-schema.ts'
import { recognise } from './recognise.ts'

/** `source` is the text of an existing target file: its content and comments are kept. */
export async function init(input: TargetInput, env: NodeJS.ProcessEnv, source?: string): Promise<string> {
  const target = readTarget(input, env)
  const { problems, found } = await lookAround(input, { env, journal: false })
  const redactor = redactorFor(target)
  if (problems.length > 0) throw new TargetProblem(redactor.text(problems.join('\n')))
  const document = source === undefined ? draftOf(input, target) : parseDocument(source)
  addKeys(document, target)
  const say = (text: string) => ` ${visible(redactor.text(text)).replaceAll('\n', ' ')}`
  const add = (path: readonly string[], value: unknown, because?: string) => {
    if (document.hasIn(path)) return
    const node = document.createNode(mapStrings(redactor.data(value), visible))
    if (isCollection(node)) node.flow = true
    const around = document.getIn(path.slice(0, -1), true)
    // A comment would break a flow collection, which stays on one line.
    const oneLine = isCollection(around) && around.flow === true
    if (because !== undefined && !oneLine) Object.assign(node, { comment: say(because) })
    document.setIn(path, node)
  }
  for (const [name, person] of found.persons) {
    add(['keys', name, 'person_id'], person, 'owner of the tasks of owner=me')
    // Keys of the same person get the same label.
    add(['keys', name, 'owner'], person)
  }
  for (const [name, refused] of found.refused) {
    const node = document.getIn(['keys', name], true)
    const comment = say(`refused: ${refused.join(', ')}`)
    if (typeof node === 'object' && node !== null && !('comment' in node && node.comment))
      Object.assign(node, { commentBefore: comment })
  }
  for (const name of FIXTURES) {
    const seen = found.fixtures.get(name)
    if (seen) add(['fixtures', name], seen.value, seen.because)
  }
  // Candidates for the names of figures.
  using client = new Client(target)
  for (const [id, name] of Object.entries(await recognise(client))) add(['members', id], name)
  const text = document.toString({ lineWidth: 120 })
  return source === undefined ? `${HEAD}${text}${stillMissing(document, found.maybe)}` : text
}

/** The schema that stands beside a target file. */
export const SCHEMA_FILE = 'target.schema.json'

const HEAD = `# yaml-language-server: $schema=./${SCHEMA_FILE}
# Where the conformance suite is pointed. Keys stand in environment variables, never here.
`

const draftOf = (input: TargetInput, target: Target) =>
  new Document({ name: target.name, base_url: input.base_url, keys: {}, budget: target.budget })

/** Keys that came as flags: by their variables, never themselves. */
function addKeys(document: Document.Parsed | Document, { keys }: Target) {
  for (const { name, shown, role } of keys)
    if (!document.hasIn(['keys', name]))
      document.setIn(['keys', name], document.createNode({ env: shown, ...(role && { role }) }))
}

/** Fixtures that would exercise further requirements and that reads alone cannot find. */
function stillMissing(document: Document, maybe: ReadonlyMap<FixtureName, string>): string {
  const lines = FIXTURES.filter(name => !document.hasIn(['fixtures', name]) && name in TO_NAME).map(
    name => `#   ${name}: { id: ${visible(maybe.get(name) ?? '…')} }   # ${TO_NAME[name]}`,
  )
  return lines.length === 0
    ? ''
    : `# What looking does not show; each of these makes more requirements exercised:\n${lines.join('\n')}\n`
}

const TO_NAME: Partial<Record<FixtureName, string>> = {
  'agent-finishes': 'finishes a short run',
  'agent-slow': 'works for half a minute in several steps',
  'agent-fails': 'its run fails',
  'agent-asks-text': 'asks one free-text question and repeats the answer',
  'agent-asks-fields': 'asks a question with fields; name values that fit',
  'agent-waits-approval': 'waits for an approval',
  'agent-private': 'of another person, not shared; with the key of that person',
  'agency-client': 'a client of the agency',
  'second-client': 'another one, with other usage',
  'decided-approval': 'has been decided',
}
