// The table of operations: the generated one, or that of the contract which `agent-work mock --contract` serves.
import { platform } from '#platform'
import { operations as generated } from './generated/operations.gen.ts'

export const operations = (platform.contract?.operations ?? generated) as typeof generated
