import type { Flag } from '../../flags/flag.ts'

/** A setting of the mock: a flag that can also be set in the environment and in the settings file. */
export interface Setting<Value = unknown> extends Flag<Value> {
  /** The JSON schema of its value in the file; undefined for settings of the command line only. */
  readonly schema?: object
}

export type SettingTable = Readonly<Record<string, Setting>>
