// One thing that can be set about the mock, whichever way it is said.

/** Something that was said cannot be used; the message says what and what to do. */
export class UsageError extends Error {}

/** A value does not fit its setting; says what it takes, such as `takes a number from 0 to 65535, not 'x'`. */
export class InvalidValue extends Error {}

export interface Setting<Value = unknown> {
  /** What stands behind the flag in the help, such as `<n>`; a switch has nothing, `[word]` may be left out. */
  readonly placeholder?: string
  /** May be said several times, and be a list in the file. */
  readonly many?: true
  readonly description: string
  /** What holds when it is not said, for the help. */
  readonly default?: string
  /** The JSON schema of its value in the file; nothing for what only makes sense on the command line. */
  readonly schema?: object
  /** The value that a text means; throws `Wrong`. A switch gets `true` or `false`, a word left out is empty. */
  readonly read: (text: string) => Value
}

export type SettingTable = Readonly<Record<string, Setting>>

/** What was said for a setting: a text, and the place to name when it is wrong. */
export interface SettingInput {
  readonly text: string
  /** `--port`, `AGENT_WORK_MOCK_PORT` or `agent-work-mock.yaml:3:7: port`. */
  readonly where: string
}

/** By the name of the setting. */
export type SettingInputs = Partial<Record<string, readonly SettingInput[]>>

/** The values of all settings; those that nobody said are undefined, or empty lists. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly many: true }
    ? readonly ReturnType<Table[Name]['read']>[]
    : ReturnType<Table[Name]['read']> | undefined
}

/** Reads what was said; of several sayings of what is one thing the last one counts. */
export function valuesOf<Table extends SettingTable>(table: Table, said: SettingInputs): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, setting]) => {
    const read = (said[name] ?? []).map(saying => readInput(setting, saying))
    return [name, setting.many ? read : read.at(-1)]
  })
  return Object.fromEntries(values) as ValuesOf<Table>
}

/** The value of one saying; throws `UsageError` with its place. */
export function readInput(setting: Setting, { text, where }: SettingInput): unknown {
  try {
    return setting.read(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new UsageError(`${where} ${error.message}`)
    throw error
  }
}

/** What a switch reads. */
export function readBoolean(text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text)) return true
  if (['false', '0', 'no', 'off'].includes(text)) return false
  throw new InvalidValue(`takes true or false, not '${text}'.`)
}
