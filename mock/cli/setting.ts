// A setting of the mock, from whichever source it comes.

/** The settings cannot be used; the message says why and what to do. */
export class UsageError extends Error {}

/** A value does not fit its setting. The message says what fits: `takes a number from 0 to 65535, not 'x'`. */
export class InvalidValue extends Error {}

export interface Setting<Value = unknown> {
  /** The value in the help, such as `<n>`. A switch has none; `[word]` is optional. */
  readonly placeholder?: string
  /** Whether it may be repeated, and be a list in the file. */
  readonly many?: true
  readonly description: string
  /** The default, for the help. */
  readonly default?: string
  /** The JSON schema of its value in the file; undefined for what only makes sense on the command line. */
  readonly schema?: object
  /** Reads a text; throws `InvalidValue`. A switch gets `true` or `false`; an optional word that is left out is empty. */
  readonly read: (text: string) => Value
}

export type SettingTable = Readonly<Record<string, Setting>>

/** A text for a setting, and where it comes from, for messages. */
export interface SettingInput {
  readonly text: string
  /** `--port`, `AGENT_WORK_MOCK_PORT` or `agent-work-mock.yaml:3:7: port`. */
  readonly where: string
}

/** By the name of the setting. */
export type SettingInputs = Partial<Record<string, readonly SettingInput[]>>

/** The values of all settings; undefined, or an empty list, where nothing was given. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly many: true }
    ? readonly ReturnType<Table[Name]['read']>[]
    : ReturnType<Table[Name]['read']> | undefined
}

/** Reads all settings. Of several values for one setting the last one counts. */
export function valuesOf<Table extends SettingTable>(table: Table, said: SettingInputs): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, setting]) => {
    const read = (said[name] ?? []).map(saying => readInput(setting, saying))
    return [name, setting.many ? read : read.at(-1)]
  })
  return Object.fromEntries(values) as ValuesOf<Table>
}

/** Reads one value; throws `UsageError` with its place. */
export function readInput(setting: Setting, { text, where }: SettingInput): unknown {
  try {
    return setting.read(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new UsageError(`${where} ${error.message}`)
    throw error
  }
}

/** The value of a switch. */
export function readBoolean(text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text)) return true
  if (['false', '0', 'no', 'off'].includes(text)) return false
  throw new InvalidValue(`takes true or false, not '${text}'.`)
}
