import type { Problem } from './sources.ts'

/** One line per problem, in the order of files and lines: `file:line  where: what is wrong. What to do.` */
export function formatProblems(problems: readonly Problem[], folder = ''): string {
  const lines = [...problems]
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, where, what, todo }) => `${folder}${file}:${line}  ${where}: ${what} ${todo}`)
  return [...new Set(lines)].join('\n')
}
