// The register of gaps as text for a terminal.
import { type Gap, gaps } from '#openapi'
import { answersOf } from '../profile/answers.ts'

const GAP_WIDTH = Math.max(...gaps.map(gap => gap.id.length)) + 2

/**
 * The gaps with their answers, the default first, in lines of at most `columns`. With a text, only the gaps that contain
 * it, in full.
 *
 * @example listGaps(process.stdout.columns)
 */
export function listGaps(columns = 80, about = ''): string {
  if (about !== '') return describe(about, columns)
  const rows = gaps.map(gap => {
    const [first = '', ...more] = wrapped(
      answersOf(gap).map(answer => answer.id),
      columns - GAP_WIDTH - 2,
    )
    const indent = ' '.repeat(GAP_WIDTH + 2)
    return [`  ${gap.id.padEnd(GAP_WIDTH)}${first}`, ...more.map(line => indent + line)].join('\n')
  })
  const head = `The specification leaves ${gaps.length} things open. Each of these gaps has the answers that a deployment may give; the first is the default of the mock. Choose others with --gap id=answer, with --twin file, or with --gaps vary, which answers them at random in each workspace. --gaps <word> explains the gaps that contain a word, such as --gaps error-body.`
  return `${wrapped(head.split(' '), columns, ' ').join('\n')}\n\n${rows.join('\n')}\n`
}

function describe(about: string, columns: number): string {
  const found = gaps.filter(gap => textOf(gap).includes(about.toLowerCase()))
  if (found.length === 0) return `No gap contains '${about}'. --gaps lists all of them.\n`
  return found.map(gap => inFull(gap, columns)).join('\n')
}

function inFull(gap: Gap, columns: number): string {
  const paragraph = (text: string, indent: string) =>
    wrapped(text.split(/\s+/), columns - indent.length, ' ').map(line => indent + line)
  const answers = answersOf(gap).flatMap(({ id, means }) => [
    `  ${id}${id === gap.default ? ' (default)' : ''}`,
    ...paragraph(means, '      '),
  ])
  const head = `${gap.id}: ${gap.title} (section ${gap.section})`
  return [...paragraph(head, ''), ...paragraph(gap.silence, '  '), ...answers, ''].join('\n')
}

function textOf({ id, title, silence, answers }: Gap): string {
  const words = answers.flatMap(answer => [answer.id, answer.means])
  return [id, title, silence, ...words].join('\n').toLowerCase()
}

/** Wraps words into lines of at most that many columns. */
function wrapped(words: readonly string[], columns: number, between = ', '): string[] {
  const lines: string[] = []
  for (const [index, word] of words.entries()) {
    const piece = index === words.length - 1 ? word : word + between.trimEnd()
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + piece.length <= columns)
      lines[lines.length - 1] = `${last} ${piece}`
    else lines.push(piece)
  }
  return lines
}
