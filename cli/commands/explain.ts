import { explanationText } from '../../mock/explain/explanation-text.ts'
import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('explainExchange', { words: ['exchange_id'], says: explanationText })
