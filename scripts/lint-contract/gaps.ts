// Checks the register of gaps and the marks that refer to it.
import { gapsOn } from '../../openapi/elements.ts'
import { isObject, listOf, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, type Entry, found, texts } from './contract.ts'
import { elementsOf } from './schemas-in.ts'

/** Checks that every entry is complete, every mark refers to an entry, and every entry has a mark. */
export function lintGaps(contract: ContractUnderLint): Problem[] {
  const ids = new Set(contract.gaps.map(gap => gap.id))
  const { used, problems } = lintMarks(contract, ids)
  return [
    ...problems,
    ...duplicates(contract.gaps),
    ...contract.gaps.flatMap(gap => lintGap(contract, gap, used)),
  ]
}

function lintMarks({ document, at }: ContractUnderLint, ids: Set<string>) {
  const used = new Set<string>()
  const problems = elementsOf(document).flatMap(({ pointer, element, kind }) => {
    const gaps = gapsOn(element)
    for (const gap of gaps) used.add(gap)
    const unknown = gaps
      .filter(gap => !ids.has(gap))
      .map(gap =>
        at(
          `${pointer}/x-gap`,
          gap,
          'is not a registered gap.',
          'Add the gap to gaps.yaml, or correct its id.',
        ),
      )
    const keywords = element['x-gap-keywords']
    if (keywords === undefined) return unknown
    const problem = (what: string, todo: string) =>
      at(`${pointer}/x-gap-keywords`, 'x-gap-keywords', what, todo)
    if (kind !== 'schema' || !isObject(keywords))
      return [...unknown, problem('is for schemas only.', 'Use x-gap here.')]
    const todo = 'Name a keyword that stands beside it, or remove the mark.'
    const idle = Object.keys(keywords)
      .filter(keyword => keyword !== 'description' && !Object.hasOwn(element, keyword))
      .map(keyword => problem(`marks ${keyword}, which the schema does not have.`, todo))
    return [...unknown, ...idle]
  })
  return { used, problems }
}

const fields = ['id', 'section', 'title', 'silence', 'answers', 'why']
const allowed = [...fields, 'default', 'affects', 'observed_only', 'operations', 'keeps']

function lintGap(contract: ContractUnderLint, gap: Entry, used: Set<string>): Problem[] {
  const { id, value, problem } = gap
  const answers = listOf(value.answers).filter(isObject)
  const answerIds = answers.map(answer => String(answer.id))
  const first = value.default === undefined ? undefined : String(value.default)
  const isReferred = used.has(id) || texts(value.operations).length > 0
  return [
    ...missing(gap, fields),
    ...Object.keys(value)
      .filter(key => !allowed.includes(key))
      .map(key => problem(`has the unknown field ${key}.`, `A gap has ${allowed.join(', ')}.`, key)),
    ...found(
      !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) &&
        problem('is not a valid gap id.', 'Write it in lower case with hyphens, such as error-body.', 'id'),
      answers.length < 2 &&
        problem('has fewer than two answers.', 'Say what another deployment may do.', 'answers'),
      new Set(answerIds).size < answerIds.length &&
        problem('has two answers of one id.', 'Rename one of them.', 'answers'),
      answers.some(answer => !answer.id || !answer.means) &&
        problem('has an answer without id or means.', 'Give each both.', 'answers'),
      first !== undefined &&
        !answerIds.includes(first) &&
        problem(
          `has the default ${first}, which is not among its answers.`,
          `Choose one of ${answerIds.join(', ')}.`,
          'default',
        ),
      !isReferred &&
        value.affects !== 'behaviour' &&
        value.observed_only !== true &&
        problem(
          'is a gap that nothing in the contract refers to.',
          'Mark the assumed element with x-gap, name its operations, or say affects: behaviour.',
        ),
    ),
    ...sectionOf(contract, gap),
    ...unknownOperations(contract, gap),
  ]
}

/** The operations that an entry names, and the contract does not have. */
export function unknownOperations({ operations }: ContractUnderLint, entry: Entry): Problem[] {
  return texts(entry.value.operations)
    .filter(name => operations.every(({ id }) => id !== name))
    .map(name =>
      entry.problem(`names the unknown operation ${name}.`, 'Correct the operationId.', 'operations'),
    )
}

/** Entries that share an id. */
export function duplicates(entries: readonly Entry[]): Problem[] {
  const seen = new Set<string>()
  return entries.flatMap(entry => {
    const twice = seen.has(entry.id)
    seen.add(entry.id)
    return twice ? [entry.problem('is in the register twice.', 'Rename or remove one.')] : []
  })
}

/** The fields that an entry lacks. */
export function missing(entry: Entry, names: readonly string[]): Problem[] {
  return names
    .filter(name => entry.value[name] === undefined || entry.value[name] === null || entry.value[name] === '')
    .map(name => entry.problem(`has no ${name}.`, `Add ${name}.`))
}

/** Reports an entry whose section is not in requirements.yaml. */
export function sectionOf(contract: ContractUnderLint, entry: Entry): Problem[] {
  const section = entry.value.section
  // If there are no sections, requirements.yaml is missing, which is reported elsewhere.
  if (section === undefined || Object.keys(contract.sections).length === 0) return []
  if (Object.hasOwn(contract.sections, String(section))) return []
  const todo = 'Correct it, or add the section to `sections` of requirements.yaml.'
  return [
    entry.problem(
      `names section ${String(section)}, which requirements.yaml does not know.`,
      todo,
      'section',
    ),
  ]
}
