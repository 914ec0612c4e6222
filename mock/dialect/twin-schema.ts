// The JSON schema of twin files, which `npm run generate` derives from twin.yaml.
import { gaps } from '#openapi'
import { platform } from '#platform'
import { formCheck } from '../../platform/form-check.ts'

interface TwinSchema {
  readonly $defs: Readonly<Record<string, object>>
}

const twinSchema = () => platform.readGenerated(import.meta.url, 'twin.schema.json') as TwinSchema

/** The check of twin files. With the answers to each gap, it would take four times as long to compile. */
export const twinCheck = formCheck(import.meta.url, 'twin-check', twinSchema)

/** The schema for editors, which lists the answers to each gap. */
export function twinSchemaWithAnswers(): TwinSchema {
  const properties = Object.fromEntries(
    gaps.map(({ id, title, answers }) => [
      id,
      { description: title, enum: answers.flatMap(answer => spellings(answer.id)) },
    ]),
  )
  const { $defs, ...schema } = twinSchema()
  return {
    ...schema,
    $defs: { ...$defs, Answers: { type: 'object', additionalProperties: false, properties } },
  }
}

/** YAML parses some answers as numbers or null. */
function spellings(answer: string): unknown[] {
  if (/^\d+$/.test(answer)) return [answer, Number(answer)]
  return answer === 'null' ? [answer, null] : [answer]
}
