import { flag, readText } from '../flags/flag.ts'

/** The flag `--base-url` of commands that read an HTTP archive. */
export const archiveBaseUrl = flag('<address>', 'where the service is in an HTTP archive', readText, {
  default: 'where most of its requests for operations go',
})
