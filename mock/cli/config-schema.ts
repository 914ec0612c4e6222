import { variableOf } from './environment.ts'
import { settingsByName } from './settings.ts'

/** The JSON schema of the config file, for editors. */
export function configSchema(): Record<string, unknown> {
  const properties = Object.entries(settingsByName).flatMap(
    ([name, { schema, description, default: usual }]) => {
      if (!schema) return []
      const text = `${description}. ${usual === undefined ? '' : `Default: ${usual}. `}Also --${name} and ${variableOf(name)}.`
      return [[name, { ...schema, description: text }]]
    },
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of agent-work mock',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
  }
}
