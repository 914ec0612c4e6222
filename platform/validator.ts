// Re-exports ajv from one module, so that the build can bundle its hundred files into one.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export const validator = { Ajv2020, addFormats: formats.default }
