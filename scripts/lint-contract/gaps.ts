// Checks the register of gaps and the marks that refer to it.
import { gapsOn } from '../../openapi/elements.ts'
import { isObject, listOf, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, type Entry, texts } from './contract.ts'
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

function lintMarks(contract: ContractUnderLint, ids: Set<string>) {
  const problems: Problem[] = []
  const used = new Set<string>()
  for (const { pointer, element, kind } of elementsOf(contract.document)) {
    for (const gap of gapsOn(element)) {
      used.add(gap)
      if (ids.has(gap)) continue
      const todo = 'Add the gap to gaps.yaml, or correct its id.'
      problems.push(contract.at(`${pointer}/x-gap`, gap, 'is not a registered gap.', todo))
    }
    const keywords = element['x-gap-keywords']
    if (keywords === undefined) continue
    const at = `${pointer}/x-gap-keywords`
    if (kind !== 'schema' || !isObject(keywords)) {
      problems.push(contract.at(at, 'x-gap-keywords', 'is for schemas only.', 'Use x-gap here.'))
      continue
    }
    for (const keyword of Object.keys(keywords)) {
      if (keyword === 'description' || Object.hasOwn(element, keyword)) continue
      const todo = 'Name a keyword that stands beside it, or remove the mark.'
      problems.push(
        contract.at(at, 'x-gap-keywords', `marks ${keyword}, which the schema does not have.`, todo),
      )
    }
  }
  return { used, problems }
}

const fields = ['id', 'section', 'title', 'silence', 'answers', 'why']
const allowed = [...fields, 'default', 'affects', 'observed_only', 'operations', 'keeps']

function lintGap(contract: ContractUnderLint, gap: Entry, used: Set<string>): Problem[] {
  const { id, value } = gap
  const problems = missing(gap, fields)
  for (const key of Object.keys(value).filter(key => !allowed.includes(key))) {
    problems.push(gap.problem(`has the unknown field ${key}.`, `A gap has ${allowed.join(', ')}.`, key))
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    problems.push(
      gap.problem('is not a valid gap id.', 'Write it in lower case with hyphens, such as error-body.', 'id'),
    )
  }
  const answers = listOf(value.answers).filter(isObject)
  const answerIds = answers.map(answer => String(answer.id))
  if (answers.length < 2) {
    problems.push(
      gap.problem('has fewer than two answers.', 'Say what another deployment may do.', 'answers'),
    )
  }
  if (new Set(answerIds).size < answerIds.length) {
    problems.push(gap.problem('has two answers of one id.', 'Rename one of them.', 'answers'))
  }
  if (answers.some(answer => !answer.id || !answer.means)) {
    problems.push(gap.problem('has an answer without id or means.', 'Give each both.', 'answers'))
  }
  if (value.default !== undefined && !answerIds.includes(String(value.default))) {
    const what = `has the default ${String(value.default)}, which is not among its answers.`
    problems.push(gap.problem(what, `Choose one of ${answerIds.join(', ')}.`, 'default'))
  }
  problems.push(...sectionOf(contract, gap))
  problems.push(...unknownOperations(contract, gap))
  const referred = used.has(id) || texts(value.operations).length > 0
  if (!referred && value.affects !== 'behaviour' && value.observed_only !== true) {
    const todo = 'Mark the assumed element with x-gap, name its operations, or say affects: behaviour.'
    problems.push(gap.problem('is a gap that nothing in the contract refers to.', todo))
  }
  return problems
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
