import { readText } from '../flags/flag.ts'

/** The flag `--base-url` of commands that read an HTTP archive. */
export const archiveBaseUrl = {
  placeholder: '<address>',
  description: 'where the service is in an HTTP archive',
  default: 'where most of its requests for operations go',
  read: readText,
} as const
