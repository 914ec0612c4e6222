import type { Flag } from '../../flags/flag.ts'

/** A setting of the mock: a flag that can stand in the environment and in the settings file, too. */
export interface Setting<Value = unknown> extends Flag<Value> {
  /** The JSON schema of its value in the file; undefined for what only makes sense on the command line. */
  readonly schema?: object
}

export type SettingTable = Readonly<Record<string, Setting>>
