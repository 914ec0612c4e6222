// Compiles the JSON schemas of files to modules: compiling them in a start would take longer than all else in it.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import formats from 'ajv-formats'
import { FORM_OPTIONS } from '../../platform/form-options.ts'

/** A CommonJS module that exports the validator of a schema, without messages. */
export function checkModule(schema: object): string {
  const ajv = new Ajv2020({ ...FORM_OPTIONS, messages: false, code: { source: true } })
  formats.default(ajv)
  return standalone.default(ajv, ajv.compile(schema))
}
