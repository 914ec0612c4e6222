// The validator of JSON Schema as one module, so that the build can make one file of its hundred.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export const validator = { Ajv2020, addFormats: formats.default }
