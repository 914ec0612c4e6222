// The register of gaps as text for a terminal.
import { type Gap, gaps } from '#openapi'
import { wrap } from '../../flags/flag-help.ts'
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
    const answers = answersOf(gap).map(answer => answer.id)
    return `  ${gap.id.padEnd(GAP_WIDTH)}${wrap(answers.join(', '), GAP_WIDTH + 2, columns).trimStart()}`
  })
  const head = `The specification leaves ${gaps.length} things open. Each of these gaps has the answers that a deployment may give; the first is the default of the mock. Choose others with --gap id=answer, with --twin file, or with --gaps vary, which answers them at random in each workspace. --gaps <word> explains the gaps that contain a word, such as --gaps error-body.`
  return `${wrap(head, 0, columns)}\n\n${rows.join('\n')}\n`
}

function describe(about: string, columns: number): string {
  const found = gaps.filter(gap => textOf(gap).includes(about.toLowerCase()))
  if (found.length === 0) return `No gap contains '${about}'. --gaps lists all of them.\n`
  return found.map(gap => inFull(gap, columns)).join('\n')
}

function inFull(gap: Gap, columns: number): string {
  const answers = answersOf(gap).flatMap(({ id, means }) => [
    `  ${id}${id === gap.default ? ' (default)' : ''}`,
    wrap(means, 6, columns),
  ])
  const head = `${gap.id}: ${gap.title} (section ${gap.section})`
  return [wrap(head, 0, columns), wrap(gap.silence, 2, columns), ...answers, ''].join('\n')
}

function textOf({ id, title, silence, answers }: Gap): string {
  const words = answers.flatMap(answer => [answer.id, answer.means])
  return [id, title, silence, ...words].join('\n').toLowerCase()
}
