// `agent-work mock --contract`: another document in place of the contract that this version was made with.
import { parseArgs } from 'node:util'
import { platform } from '#platform'
import { readFile } from '../flags/files.ts'
import { UsageError } from '../flags/flag.ts'
import { operationTable } from '../openapi/operation-table.ts'
import { asObject } from '../openapi/raw-document.ts'
import type { Terminal } from './command.ts'

/** Comes before the command is imported, because that reads the contract. Throws `UsageError`. */
export function useEditedContract(args: readonly string[], env: Terminal['env']): void {
  const { contract } = parseArgs({
    args: [...args],
    options: { contract: { type: 'string' } },
    strict: false,
  }).values
  const path = contract ?? env.AGENT_WORK_MOCK_CONTRACT
  // Without a value, the command refuses the flag.
  if (typeof path !== 'string' || path === '') return
  const text = readFile(path).toString()
  try {
    const document = asObject(JSON.parse(text))
    const operations = operationTable(document)
    if (Object.keys(operations).length === 0) throw new Error('it has no operations')
    platform.contract = { document, operations }
  } catch (error) {
    throw new UsageError(
      `--contract takes an OpenAPI document in one file of JSON, as npm run generate writes openapi/generated/openapi.json, not ${path}: ${(error as Error).message}.`,
    )
  }
}
