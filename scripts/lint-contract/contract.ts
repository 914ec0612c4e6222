// The input of the lint rules: the bundled document, the two registers, and the positions of their elements.
import { asObject, operationsOf, type RawOperation } from '../../openapi/raw-document.ts'
import { bundle } from '../contract/bundle.ts'
import { gapsOf, rowsBySection } from '../contract/derived-requirements.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  type Place,
  type Problem,
  type Sources,
} from '../contract/sources.ts'

export interface ContractUnderLint {
  document: JsonObject
  operations: RawOperation<JsonObject>[]
  gaps: Entry[]
  sections: JsonObject
  /** The words of the requirements, explained by kind: cases, severities, roles, keys, fixtures. */
  vocabulary: JsonObject
  /** What checks of an operation need, where no requirement says it. */
  conditions: Entry[]
  /** Written by hand. */
  requirements: Entry[]
  excluded: Entry[]
  sources: Sources
  /** Reports a problem of the element at a pointer of the document. */
  at: (pointer: string, where: string, what: string, todo: string) => Problem
}

/** An entry of a register, with a function that reports a problem of it. */
export interface Entry {
  id: string
  value: JsonObject
  problem: (what: string, todo: string, key?: string) => Problem
}

/** Bundles the contract and opens its registers. Also returns problems of YAML and references. */
export function openContract(sources: Sources): { contract: ContractUnderLint; problems: Problem[] } {
  const gaps = sources.read('gaps.yaml')
  const requirements = sources.read('requirements.yaml')
  const { document, problems, placeAt } = bundle(sources)
  const { sections, vocabulary, ...register } = asObject(requirements)
  const bySection = (part: Json | undefined) =>
    entries(
      isObject(part) ? rowsBySection(sources, document, part) : part,
      'requirements.yaml',
      sources,
      problems,
    )
  const contract: ContractUnderLint = {
    document,
    operations: operationsOf(document),
    gaps: entries(Array.isArray(gaps) ? gapsOf(sources, gaps) : gaps, 'gaps.yaml', sources, problems),
    sections: asObject(sections),
    vocabulary: asObject(vocabulary),
    conditions: Object.entries(asObject(asObject(register.derived).operations)).map(([id, value]) =>
      entryOf(id, asObject(value), 'requirements.yaml', sources),
    ),
    requirements: bySection(register.requirements),
    excluded: bySection(register.excluded),
    sources,
    at: (pointer, where, what, todo) => ({ ...placeAt(pointer), where, what, todo }),
  }
  return { contract, problems }
}

function entries(list: Json | undefined, file: string, sources: Sources, problems: Problem[]): Entry[] {
  if (!Array.isArray(list)) {
    const what = 'is missing or holds no list.'
    problems.push({ file, line: 1, where: file, what, todo: 'Write the register.' })
    return []
  }
  return list.filter(isObject).map(value => entryOf(String(value.id), value, file, sources))
}

function entryOf(id: string, value: JsonObject, file: string, sources: Sources): Entry {
  const place = (key?: string): Place => sources.placeOf(value, key) ?? { file, line: 1 }
  return { id, value, problem: (what, todo, key) => ({ ...place(key), where: id, what, todo }) }
}

/** The problems that checks have found; one that finds none is false. */
export function found(...checks: readonly (Problem | false)[]): Problem[] {
  return checks.filter(one => one !== false)
}

/** The texts of a field with one text or a list. */
export function texts(value: Json | undefined): string[] {
  return [value ?? []].flat().filter(item => typeof item === 'string')
}
