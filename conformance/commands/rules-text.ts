/** The rules that verdicts rest on, in Markdown: for `agent-work conformance rules`, and a page of the site. */
import { didYouMean } from '../../flags/did-you-mean.ts'
import { type Rule, rules } from '../rules/rules.ts'
import { TargetProblem } from '../target/problem.ts'

/** The rules named; all of them when none is. */
export function rulesText(names: readonly string[] = []): string {
  const all: Readonly<Record<string, Rule>> = rules
  const unknown = names.find(name => !Object.hasOwn(all, name))
  if (unknown !== undefined)
    throw new TargetProblem(
      `there is no rule ${unknown}${didYouMean(unknown, Object.keys(all)) || '; rules lists all'}`,
    )
  const sections = (some: readonly string[]) => some.map(name => section(name, all[name]!)).join('\n\n')
  if (names.length > 0) return sections(names)
  return `# The rules behind verdicts

Each \`met\` and \`violated\` of the conformance suite follows from one of these ${Object.keys(all).length} rules, and the report names
it. A rule says what it *assumes*, from the target file or from what was seen before; which lawful behaviour *looks alike*, and
how the two are *told apart*. Where an assumption is not met, or the calls show nothing that could refute a requirement, there is no
verdict. In brackets: sections of the specification.

${sections(Object.keys(all))}`
}

function section(id: string, { says, sections, grants, lookalike, excluded }: Rule): string {
  return `## ${id}

**${says.charAt(0).toUpperCase()}${says.slice(1)}.** (${sections.join(', ')})

- *Assumes:* ${grants}
- *Looks alike:* ${lookalike} *Told apart:* ${excluded}`
}
