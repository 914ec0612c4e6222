/** Reads a target file, and remembers where its fields are written. */
import { isFields } from '#openapi'
import { readFile } from '../../flags/files.ts'
import { type Path, type Place, type PlaceOf, readYaml } from '../../platform/yaml.ts'
import { TargetProblem } from './problem.ts'
import type { TargetInput } from './target-schema.ts'

/** Kept by copies with other members, such as those with flags applied. */
const PLACES = Symbol('places')

export function readTargetFile(file: string): TargetInput {
  if (/^https?:/i.test(file))
    throw new TargetProblem(
      `--target takes a file, not an address. Save it first: curl -o target.yaml ${file}, then --target target.yaml`,
    )
  return targetIn(readFile(file, `the target file ${file}`).toString(), file)
}

/** The target that a text declares; `file` names the text in messages. */
export function targetIn(source: string, file = 'the target file'): TargetInput {
  const mistakes: string[] = []
  const { value, placeOf } = readYaml(source, file, (place, at, message) => {
    const path = at.length > 0 ? `${at.join('.')}: ` : ''
    mistakes.push(`${file}:${place?.line ?? 1}: ${path}${message}`)
  })
  if (mistakes.length > 0) throw new TargetProblem(mistakes.join('\n'))
  if (!isFields(value))
    throw new TargetProblem(`${file} must be a map with base_url and keys; \`conformance init\` writes one`)
  return Object.assign(value as unknown as TargetInput, { [PLACES]: placeOf })
}

/** Where the name of a field is written; undefined for what did not come from a file. */
export function placeOf(input: TargetInput, path: Path): Place | undefined {
  return (input as TargetInput & { [PLACES]?: PlaceOf })[PLACES]?.(path, true)?.place
}
