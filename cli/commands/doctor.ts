import { diagnosisText } from '../../mock/control/diagnosis.ts'
import { operationCommand } from '../operation-command.ts'

export const command = operationCommand('diagnoseWorkspace', { says: diagnosisText })
