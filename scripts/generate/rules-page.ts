// Generates docs/rules.md: the rules that verdicts of the conformance suite rest on.
import { type Rule, rules } from '../../conformance/rules/rules.ts'

/** The text of `docs/rules.md`. */
export function rulesPage(): string {
  const all = Object.values(rules)
  return `# The rules behind verdicts

<!-- Generated from conformance/rules/rules.ts by \`npm run generate\`; edit that instead. -->

Each \`met\` and \`violated\` of the [conformance suite](conformance.md) follows from one of these ${all.length} rules, and the report names
it. A rule says what it *assumes*, from the target file or from what was seen before; which lawful behaviour *looks alike*, and
how the two are *told apart*. Where an assumption is not met, or the calls show nothing that could refute a requirement, there is no
verdict. In brackets: sections of the specification.

${all.map(section).join('\n\n')}
`
}

function section({ id, says, sections, grants, lookalike, excluded }: Rule): string {
  return `## ${id}

**${says.charAt(0).toUpperCase()}${says.slice(1)}.** (${sections.join(', ')})

- *Assumes:* ${grants}
- *Looks alike:* ${lookalike} *Told apart:* ${excluded}`
}
