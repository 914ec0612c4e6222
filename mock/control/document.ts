// The document of the control API as code, which `npm run generate` derives from control.yaml.
import {
  type Contract,
  type OperationRow,
  type ReplyIn,
  replyValidator,
  requestValidator,
  schemaChecker,
} from '#openapi'
import { platform } from '#platform'
import type { StreamPart } from '../dialect/stream-part.ts'
import { madeOncePer } from '../store/on-demand.ts'
import { controlOperations, type operations } from './generated/control.gen.ts'

export type { operations as ControlTypes } from './generated/control.gen.ts'
export { controlOperations } from './generated/control.gen.ts'

/** The name of an operation of the control API, such as `advanceClock`. */
export type ControlId = keyof operations

/** The body of the one successful reply, or the parts of a stream. */
export type ControlResult<Id extends ControlId> = (typeof controlOperations)[Id]['streams'] extends true
  ? AsyncIterable<StreamPart>
  : Extract<ReplyIn<operations[Id]>, { status: (typeof controlOperations)[Id]['successStatus'] }>['body']

export const controlRows = Object.values(controlOperations) as OperationRow<ControlId>[]

let loaded: Contract | undefined

/** The bundled document, read on first use. */
export function controlDocument(): Contract {
  loaded ??= platform.readGenerated(import.meta.url, 'control.json') as Contract
  return loaded
}

/** Validates a request to the control API; see `requestValidator`. */
export const validateControlRequest: ReturnType<typeof requestValidator> = (row, raw) =>
  checksBy(controlDocument()).request(row, raw)

/** Whether another shard may have answered an operation so. */
export function isReplyOf(id: ControlId, body: unknown): boolean {
  const row = controlOperations[id] as OperationRow<ControlId>
  const { reply } = checksBy(controlDocument())
  return reply(row, row.successStatus, 'application/json', body).length === 0
}

const checksBy = madeOncePer((document: Contract) => {
  const schemas = schemaChecker(document)
  return {
    request: requestValidator(document, () => schemas),
    reply: replyValidator(document, () => schemas),
  }
})
