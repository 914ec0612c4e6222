import { writeFile } from '../../flags/files.ts'

/** Writes the address and the keys by role as variables, for `node --env-file`, dotenv, compose and shells. */
export function writeEnvFile(
  path: string,
  mock: {
    readonly url: string
    readonly keys: Readonly<Record<string, string>>
    readonly controlKey: string | undefined
  },
): void {
  const { url, keys, controlKey } = mock
  const variables = [
    ['AGENT_WORK_URL', url],
    ...Object.entries(keys).map(([name, secret]) => [keyVariable(name), secret]),
    ...(controlKey === undefined ? [] : [['AGENT_WORK_MOCK_CONTROL_KEY', controlKey]]),
  ]
  const text = variables.map(([name, value]) => `${name}=${value}\n`).join('')
  writeFile(path, text, { name: `--write-env ${path}` })
}

/** `AGENT_WORK_KEY_READ_ONLY` for the key `read-only`. */
function keyVariable(name: string): string {
  return `AGENT_WORK_KEY_${name.toUpperCase().replaceAll('-', '_')}`
}
