/** Writes a first target file by looking at the deployment, and asks for what cannot be seen. */

import { createInterface } from 'node:readline/promises'
import { stringify } from 'yaml'
import { SCOPES } from '#openapi'
import { Client } from '../engine/client.ts'
import { preflight } from '../engine/preflight.ts'
import { redactorFor } from '../engine/redactor.ts'
import { forLog, visible } from '../engine/safe-text.ts'
import { isObject } from '../reading/find-value.ts'
import { listIn, rowsOfObjects } from '../reading/list-rows.ts'
import { idOf } from '../reading/record.ts'
import { TargetProblem } from '../target/problem.ts'
import { readTarget } from '../target/target.ts'
import type { KeyInput, TargetInput } from '../target/target-schema.ts'
import { recognise } from './recognise.ts'

/** Answers from a person; without a terminal every question gets its default. */
export type Ask = (question: string, otherwise: string) => Promise<string>

export async function init(
  input: TargetInput,
  env: Record<string, string | undefined>,
  ask: Ask,
): Promise<string> {
  const target = readTarget(input, env)
  const client = new Client(target)
  const redactor = redactorFor(target)
  try {
    const { problems } = await preflight(client)
    if (problems.length > 0) throw new TargetProblem(redactor.text(problems.join('\n')))
    const name = await ask('What shall reports call this deployment?', target.name)
    const keys: Record<string, KeyInput> = {}
    for (const key of target.keys) {
      const scopes = [...key.scopes]
      const owner = await ask(
        `Whose key is ${key.name}? A label, the same for all keys of one person; empty for unknown`,
        '',
      )
      const person_id = await ask(
        `By which user id does the service know the owner of ${key.name}? Empty for unknown`,
        '',
      )
      keys[key.name] = {
        env: input.keys[key.name]?.env ?? key.shown,
        ...(key.role && { role: key.role }),
        ...(scopes.length < SCOPES.length && { scopes }),
        ...(owner && { owner }),
        ...(person_id && { person_id }),
      }
    }
    const members = await recognise(client)
    const seen = await look(client)
    const fixtures: Record<string, unknown> = {}
    for (const [fixture, what, list] of QUESTIONS) {
      const options = seen[list]
      if (options.length === 0) continue
      const shown = options
        .slice(0, 12)
        .map(one => forLog(redactor.text(`${one.id} (${one.name})`)).replaceAll('\n', ' '))
        .join(', ')
      const id = await ask(`Which one ${what}? ${shown}; empty for none`, '')
      if (id !== '') fixtures[fixture] = { id }
    }
    const file = {
      name,
      base_url: target.baseUrl,
      keys,
      ...(Object.keys(fixtures).length > 0 && { fixtures }),
      ...(Object.keys(members).length > 0 && { members }),
      budget: { runs: 40, euros: 2, minutes: 20 },
    }
    const unused = QUESTIONS.filter(([fixture]) => !(fixture in fixtures)).map(
      ([fixture, what]) => `#   ${fixture}: { id: … }   # ${what}`,
    )
    const more =
      unused.length > 0 ? ['# Fixtures to add, each makes more requirements exercised:', ...unused, ''] : []
    return visible(redactor.text(`${HEAD}${stringify(file)}${more.join('\n')}`))
  } finally {
    client.close()
  }
}

const HEAD = `# yaml-language-server: $schema=./target.schema.json
# Where the conformance suite is pointed. Keys stand in environment variables, never here.
`

const QUESTIONS: readonly [string, string, 'agents' | 'workflows'][] = [
  ['agent-finishes', 'agent finishes a short run', 'agents'],
  ['agent-slow', 'agent works for a minute in several steps', 'agents'],
  ['agent-fails', 'agent fails', 'agents'],
  ['agent-asks-text', 'agent asks one free-text question and repeats the answer', 'agents'],
  ['agent-asks-fields', 'agent asks a question with fields', 'agents'],
  ['agent-waits-approval', 'agent waits for an approval', 'agents'],
  ['workflow', 'workflow is cheap to run', 'workflows'],
]

async function look(client: Client) {
  const named = async (operation: string, what: string) => {
    const key = client.target.keys.find(one => one.scopes.has(`${what}:read` as never))
    if (!key) return []
    const reply = await client.call(operation, { key })
    return rowsOfObjects(listIn(reply.json, [what]) ?? []).flatMap(row => {
      const id = idOf(row)
      return id === undefined || !isObject(row) ? [] : [{ id, name: String(row.name ?? row.title ?? '') }]
    })
  }
  return { agents: await named('listAgents', 'agents'), workflows: await named('listWorkflows', 'workflows') }
}

/** Asks on the terminal; elsewhere nobody would answer. */
export function terminalAsk(): { ask: Ask; close: () => void } {
  if (!process.stdin.isTTY) return { ask: async (_, otherwise) => otherwise, close: () => {} }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return {
    ask: async (question, otherwise) =>
      (await terminal.question(`${question}${otherwise ? ` [${otherwise}]` : ''} `)).trim() || otherwise,
    close: () => terminal.close(),
  }
}
