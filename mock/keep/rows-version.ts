/**
 * The version of the format of kept files and their rows, whose schemas are in generated/rows.schema.json. Raise it with
 * every change. As no release has written a file yet, a mock reads files of its own version only.
 */
export const ROWS_VERSION = 21
