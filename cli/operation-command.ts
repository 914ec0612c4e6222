// A command for one operation of the control API. Its texts, arguments and flags are derived from the document.
import { resolve, type Schema } from '#openapi'
import { type Flag, readBoolean, reader, readInput, readText, UsageError } from '../flags/flag.ts'
import { type ControlId, type ControlResult, controlDocument } from '../mock/control/document.ts'
import { jsonIn } from '../mock/store/json-in.ts'
import type { Command } from './command.ts'
import { type Field, operationForm, requestWith } from './operation-form.ts'
import { reportCommand } from './report-command.ts'
import { mockFlags, runningMock, workspaceFlags } from './running-mock.ts'

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
  const { summary, description, fields } = operationForm(id)
  const isWorkspace = ({ name }: Field) => name === 'workspace_id' && !words.includes(name)
  const flagged = fields.filter(field => !words.includes(field.name) && !isWorkspace(field))
  return reportCommand({
    ...(words.length === 0 ? {} : { words: words.map(shownAs).join(' ') }),
    description: `${summary}. ${description}`,
    ...(subcommands ? { subcommands } : {}),
    flags: {
      ...Object.fromEntries(flagged.map(field => [flagNameOf(field.name), flagOf(field)])),
      ...(fields.some(isWorkspace) ? { workspace: workspaceFlags.workspace } : {}),
      ...mockFlags,
    },
    async run({ flags, words: given }, terminal) {
      const values = flags as Readonly<Record<string, unknown>>
      const missing = flagged.find(({ name, required }) => required && values[flagNameOf(name)] === undefined)
      if (missing) throw new UsageError(`--${flagNameOf(missing.name)} is missing.`)
      const request = requestWith(fields, field => {
        const at = words.indexOf(field.name)
        if (isWorkspace(field)) return flags.workspace
        if (at < 0) return values[flagNameOf(field.name)]
        return readInput(flagOf(field), { text: given[at]!, where: shownAs(field.name) })
      })
      const shown = Object.fromEntries(words.map(name => [name, shownAs(name)]))
      const reply = await runningMock(flags, terminal, shown).call(id, request as never)
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

function flagOf(field: Field): Flag {
  const schema: Schema = resolve(controlDocument(), field.schema).element
  const description = String(schema.description ?? '')
  if (schema.type === 'boolean') return { description, read: readBoolean }
  const choices = schema.enum?.map(String)
  return {
    description,
    placeholder: schema.type === 'object' ? '<json>' : '<value>',
    ...(choices ? { choices } : {}),
    read: READERS[String(schema.type)] ?? readText,
  }
}

const readNumber = reader('a number', text =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined,
)

/** By the type of the schema. */
const READERS: Readonly<Record<string, Flag['read']>> = {
  number: readNumber,
  integer: readNumber,
  object: reader(`an object in JSON, such as '{ "task": "Pay" }'`, jsonIn),
}
