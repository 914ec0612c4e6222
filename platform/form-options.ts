/** How schemas of files are compiled. */
export const FORM_OPTIONS = {
  strict: false,
  useDefaults: true,
  inlineRefs: false,
  meta: false,
  validateSchema: false,
} as const
