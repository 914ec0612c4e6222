// A command for one operation of the control API. Its texts, arguments and flags are derived from the document.
import { bodySchemaOf, operationAt, parametersOf, resolve, type Schema } from '#openapi'
import { type Flag, InvalidValue, readBoolean, readText, UsageError } from '../flags/flag.ts'
import type { ControlResult } from '../mock/control/control-function.ts'
import { type ControlId, controlDocument, controlOperations } from '../mock/control/document.ts'
import type { Command } from './command.ts'
import { reportCommand } from './report-command.ts'
import { mockFlags, runningMock, workspaceFlag } from './running-mock.ts'

interface Wording<Id extends ControlId> {
  /** The parameters and fields that are words on the command line, in this order; all others are flags. */
  readonly words?: readonly string[]
  /** What the first word may be, with its description. */
  readonly subcommands?: Readonly<Record<string, string>>
  /** What is printed; `--json` prints the reply. */
  readonly says: (reply: ControlResult<Id>) => string
}

/**
 * The command of an operation.
 *
 * @example operationCommand('topUp', { words: ['euros'], says: ({ balance_euros }) => `${balance_euros} euros` })
 */
export function operationCommand<Id extends ControlId>(
  id: Id,
  { words = [], subcommands, says }: Wording<Id>,
): Command {
  const document = controlDocument()
  const row = controlOperations[id]
  const { summary, description } = operationAt(document, row)!
  const form = bodySchemaOf(document, row)
  const body = form?.properties ?? {}
  const parameters = parametersOf(document, row)
  const schemas = Object.entries({
    ...Object.fromEntries(
      parameters.map(one => [one.name, { description: one.description ?? '', ...one.schema }]),
    ),
    ...body,
  }).map(([name, schema]) => [name, resolve(document, schema).element] as const)
  const isOfWorkspace = schemas.some(([name]) => name === 'workspace_id' && !words.includes(name))
  const fields = schemas.filter(([name]) => name !== 'workspace_id')
  const flagged = fields.filter(([name]) => !words.includes(name))
  const needed = [
    ...parameters.filter(one => one.required).map(({ name }) => name),
    ...(form?.required ?? []),
  ]
  const required = flagged.map(([name]) => name).filter(name => needed.includes(name))
  const own = Object.fromEntries(flagged.map(([name, schema]) => [flagNameOf(name), flagOf(schema)]))
  return reportCommand({
    ...(words.length === 0 ? {} : { words: words.map(shownAs).join(' ') }),
    description: `${summary}. ${String(description).trim()}`,
    ...(subcommands ? { subcommands } : {}),
    flags: {
      ...own,
      ...(isOfWorkspace ? { workspace: workspaceFlag } : {}),
      ...mockFlags,
    },
    async run({ flags, words: given }, terminal) {
      const values = flags as Readonly<Record<string, unknown>>
      const wanted = (name: string, schema: Schema) => {
        const at = words.indexOf(name)
        if (at < 0 && name === 'workspace_id') return flags.workspace ?? 'demo'
        return at < 0 ? values[flagNameOf(name)] : readValue(given[at]!, schema, shownAs(name))
      }
      const missing = required.find(name => values[flagNameOf(name)] === undefined)
      if (missing !== undefined) throw new UsageError(`--${flagNameOf(missing)} is missing.`)
      const all = schemas.flatMap(([name, schema]) => {
        const value = wanted(name, schema)
        return value === undefined ? [] : [[name, value] as const]
      })
      const part = (names: readonly string[]) =>
        Object.fromEntries(all.filter(([name]) => names.includes(name)))
      const inPart = (where: string) => part(parameters.filter(one => one.in === where).map(one => one.name))
      const shown = Object.fromEntries(words.map(name => [name, shownAs(name)]))
      const { call } = runningMock(flags, terminal, shown)
      const request = { path: inPart('path'), query: inPart('query') }
      const hasBody = Object.keys(body).length > 0
      const reply = await call(
        id,
        (hasBody ? { ...request, body: part(Object.keys(body)) } : request) as never,
      )
      return { data: reply, text: says(reply) }
    },
  })
}

function shownAs(name: string): string {
  return `<${flagNameOf(name)}>`
}

function flagNameOf(name: string): string {
  return name.replaceAll('_', '-')
}

function flagOf(schema: Schema): Flag {
  const description = String(schema.description ?? '')
  if (schema.type === 'boolean') return { description, read: readBoolean }
  const choices = schema.enum?.map(String)
  return {
    description,
    placeholder: schema.type === 'object' ? '<json>' : '<value>',
    ...(choices ? { choices } : {}),
    read: text => readValue(text, schema, undefined),
  }
}

/** A word as the value that the schema asks for; `name` is given where no flag names it. */
function readValue(text: string, { type }: Schema, name: string | undefined): unknown {
  if (type === 'object') return readJson(text, name)
  if (type !== 'number' && type !== 'integer') return readText(text)
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  const expected = `takes a number, not '${text}'.`
  throw name === undefined ? new InvalidValue(expected) : new UsageError(`${name} ${expected}`)
}

function readJson(text: string, name: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const expected = `takes an object in JSON, such as '{ "task": "Pay" }', not '${text}'.`
    throw name === undefined ? new InvalidValue(expected) : new UsageError(`${name} ${expected}`)
  }
}
