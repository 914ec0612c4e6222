import { didYouMean } from '../../flags/did-you-mean.ts'
import type { FlagInputs } from '../../flags/flag.ts'
import { settingsByName } from './settings.ts'

const PREFIX = 'AGENT_WORK_MOCK_'

/** The variable of a setting: `AGENT_WORK_MOCK_CONTROL_KEY` for `control-key`. */
export function variableOf(name: string): string {
  return PREFIX + inCapitals(name)
}

/** `READ_ONLY` for `read-only`. */
export function inCapitals(name: string): string {
  return name.toUpperCase().replaceAll('-', '_')
}

/** Reads settings from the environment. Lists are comma-separated. Variables that look misspelled give warnings. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): {
  said: FlagInputs
  warnings: string[]
} {
  const names = new Map(Object.keys(settingsByName).map(name => [variableOf(name), name]))
  const said: FlagInputs = {}
  const warnings: string[] = []
  for (const [variable, text] of Object.entries(env)) {
    // Kubernetes sets AGENT_WORK_MOCK_PORT=tcp://… where a service is called agent-work-mock; that is no setting.
    if (!variable.startsWith(PREFIX) || !text || /^tcp:\/\//.test(text)) continue
    const name = names.get(variable)
    const setting = settingsByName[name ?? '']
    if (name === undefined || !setting) {
      const known = [...names.keys()].map(one => one.slice(PREFIX.length))
      const meant = didYouMean(variable.slice(PREFIX.length), known, PREFIX)
      if (meant) warnings.push(`${variable} is not a setting${meant}`)
      continue
    }
    const texts = setting.many
      ? text
          .split(',')
          .map(part => part.trim())
          .filter(Boolean)
      : [text]
    said[name] = texts.map(text => ({ text, where: variable }))
  }
  return { said, warnings }
}
