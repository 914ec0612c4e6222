// The document of the control API as code, which `npm run generate` derives from control.yaml.
import { type Contract, type OperationRow, requestValidator, schemaChecker } from '#openapi'
import { platform } from '#platform'
import { type components, controlOperations, type operations } from './generated/control.gen.ts'

export type { operations as ControlTypes } from './generated/control.gen.ts'
export { controlOperations } from './generated/control.gen.ts'

/** The name of an operation of the control API, such as `advanceClock`. */
export type ControlId = keyof operations

/** The schemas of the control API by name. */
export type ControlSchemas = components['schemas']

export const controlRows = Object.values(controlOperations) as OperationRow<ControlId>[]

let loaded: Contract | undefined
let judge: ReturnType<typeof requestValidator> | undefined

/** The bundled document, read on first use. */
export function controlDocument(): Contract {
  loaded ??= platform.readGenerated(import.meta.url, 'control.json') as Contract
  return loaded
}

/** Validates a request to the control API; see `requestValidator`. */
export const validateControlRequest: ReturnType<typeof requestValidator> = (row, raw) => {
  if (!judge) {
    const document = controlDocument()
    const schemas = schemaChecker(document)
    judge = requestValidator(document, () => schemas)
  }
  return judge(row, raw)
}
