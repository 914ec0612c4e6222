// Checks files by their JSON schemas.
import type { ErrorObject, ValidateFunction } from 'ajv'
import { platform } from '#platform'
import { FORM_OPTIONS } from './form-options.ts'

/** Finds what in a value violates a schema, and fills its defaults in; without `allErrors`, the first mistake. */
export type FormCheck = (value: unknown, allErrors?: boolean) => readonly ErrorObject[]

/**
 * Compiling a schema takes longer than all else in a start. For valid values the validator is enough that `npm run
 * generate` has compiled, where there is one; `name` is its name, beside the module with that `import.meta.url`.
 */
export function formCheck(module: string, name: string, schema: () => object): FormCheck {
  const compiled = new Map<boolean, ValidateFunction>()
  const compile = (allErrors: boolean) => {
    const { Ajv2020, addFormats } = platform.loadAjv()
    const ajv = new Ajv2020({ ...FORM_OPTIONS, verbose: true, allErrors })
    addFormats(ajv)
    return ajv.compile(schema())
  }
  return (value, allErrors = true) => {
    if (platform.loadCheck(module, name)?.(value)) return []
    const check = compiled.get(allErrors) ?? compile(allErrors)
    compiled.set(allErrors, check)
    return check(value) ? [] : (check.errors ?? [])
  }
}
