/** Reads a target file, and remembers where its fields are written. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { readFile } from '../../flags/files.ts'
import { TargetProblem } from './problem.ts'
import type { TargetInput } from './target-schema.ts'

/** Names and indexes from the top of the target to a field. */
export type Path = readonly (string | number)[]

interface Place {
  file: string
  line: number
}

type Locate = (path: Path) => Place | undefined

/** Kept by copies with other members, such as those with flags applied. */
const LOCATE = Symbol('locate')

export function readTargetFile(file: string): TargetInput {
  if (/^https?:/i.test(file))
    throw new TargetProblem(
      `--target takes a file, not an address. Save it first: curl -o target.yaml ${file}, then --target target.yaml`,
    )
  return targetIn(readFile(file, `the target file ${file}`).toString(), file)
}

/** The target that a text declares; `file` names the text in messages. */
export function targetIn(source: string, file: string): TargetInput {
  const lines = new LineCounter()
  const lineOf = (offset: number) => lines.linePos(offset).line
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    throw new TargetProblem(
      document.errors.map(one => `${file}:${lineOf(one.pos[0])}: ${one.message}`).join('\n'),
    )
  if (!isMap(document.contents))
    throw new TargetProblem(`${file} must be a map with base_url and keys; \`conformance init\` writes one`)
  const locate: Locate = path => {
    const parent = document.getIn(path.slice(0, -1), true)
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      : undefined
    const node = pair?.key ?? document.getIn(path, true)
    const range = (node as { range?: readonly number[] | null } | undefined)?.range
    return range?.[0] === undefined ? undefined : { file, line: lineOf(range[0]) }
  }
  return Object.assign(document.toJS() as TargetInput, { [LOCATE]: locate })
}

/** Undefined for what did not come from a file. */
export function placeOf(input: TargetInput, path: Path): Place | undefined {
  return (input as TargetInput & { [LOCATE]?: Locate })[LOCATE]?.(path)
}
