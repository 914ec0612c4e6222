// Generates docs/rules.md: the rules that verdicts of the conformance suite rest on.
import { type Rule, rules, SIGHTS } from '../../conformance/rules/rules.ts'

/** The text of `docs/rules.md`. */
export function rulesPage(): string {
  const all = Object.values(rules)
  return `# The rules behind verdicts

<!-- Generated from conformance/rules/rules.ts by \`npm run generate\`; edit that instead. -->

Each \`met\` and each \`violated\` of the [conformance suite](conformance.md) is a conclusion by one of these ${all.length} rules, and no
check concludes in another way. A finding names its rule: \`violated\` means that the rule was broken, \`met\` that its calls
were searched for a breach and none was found; calls that do not hold what the rule names, in which a breach could have been
seen, give no verdict. What a rule takes for granted comes from the target file or is observed
first; where it does not hold, there is no verdict.

${all.map(rule => `- [${rule.says}](#${rule.id})`).join('\n')}

${all.map(section).join('\n\n')}
`
}

function section({ id, says, sections, grants, lookalike, excluded, shows }: Rule): string {
  const of = `section${sections.length > 1 ? 's' : ''} ${sections.join(', ')}`
  return `## ${id}

**${says.charAt(0).toUpperCase()}${says.slice(1)}.** Stated in ${of}.

- *Taken for granted:* ${grants}
- *Lawful behaviour that looks alike:* ${lookalike}
- *Told apart:* ${excluded}
- *The calls of \`met\` hold:* ${SIGHTS[shows]}.`
}
