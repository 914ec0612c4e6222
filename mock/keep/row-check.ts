// Checks rows of snapshot files, which anybody may have written, by the schemas that are derived from their types.
import { platform } from '#platform'
import { madeOnDemand } from '../store/on-demand.ts'

interface RowSchemas {
  readonly kinds: Readonly<Record<string, unknown>>
}

/** The name of the state of a workspace among the kinds of rows. */
export const STATE = 'state'

/** Says what is wrong with a row of that kind; undefined if nothing is. */
export type RowCheck = (kind: string, row: unknown) => string | undefined

let check: RowCheck | undefined

/** The check, compiled for each kind of rows when the first one comes. */
export function rowCheck(): RowCheck {
  check ??= compiled(platform.readGenerated(import.meta.url, 'rows.schema.json') as RowSchemas)
  return check
}

function compiled(schemas: RowSchemas): RowCheck {
  const { Ajv2020 } = platform.loadAjv()
  const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false }).addSchema(schemas, 'rows')
  const validatorOf = madeOnDemand((kind: string) => ajv.compile({ $ref: `rows#/kinds/${kind}` }))
  return (kind, row) => {
    if (!Object.hasOwn(schemas.kinds, kind))
      return `there is no kind of rows ${JSON.stringify(kind).slice(0, 60)}`
    const validate = validatorOf(kind)
    if (validate(row)) return undefined
    const [error] = validate.errors ?? []
    const where = error?.instancePath.slice(1, 100).replaceAll('/', '.') ?? ''
    return `${kind}${where === '' ? '' : `.${where}`} ${error?.message}`
  }
}
