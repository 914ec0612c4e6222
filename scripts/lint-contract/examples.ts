// Checks that schemas compile and that every example and default fits its schema.

import { type Contract, schemaChecker } from '#openapi'
import { deref } from '../../openapi/raw-document.ts'
import { isObject, type Json, type Problem } from '../contract/sources.ts'
import type { ContractUnderLint } from './contract.ts'
import { elementsOf, type Found } from './schemas-in.ts'

/** The examples beside a schema, in a media type or in a parameter, and the defaults. */
export function lintExamples(contract: ContractUnderLint): Problem[] {
  const checker = schemaChecker(contract.document as unknown as Contract)
  return elementsOf(contract.document).flatMap(found =>
    samplesOf(contract, found).flatMap(({ at, schema, value, kind }) => {
      try {
        return checker
          .check(schema, value, 'body')
          .map(issue =>
            contract.at(
              at,
              kind,
              `does not fit its schema: ${issue.message.replace(/^body\.?/, '')}.`,
              `Correct the ${kind}.`,
            ),
          )
      } catch (error) {
        return [contract.at(schema, 'schema', `${(error as Error).message}.`, 'Correct the schema.')]
      }
    }),
  )
}

interface Sample {
  at: string
  schema: string
  value: Json
  kind: 'example' | 'default'
}

function samplesOf({ document }: ContractUnderLint, { pointer, element, kind }: Found): Sample[] {
  const schema = kind === 'schema' ? pointer : element.schema === undefined ? undefined : `${pointer}/schema`
  if (schema === undefined) return []
  const { example, default: usual, examples = {} } = element
  const listed = Object.entries(isObject(examples) || Array.isArray(examples) ? examples : {}).map(
    ([name, entry]) =>
      [`examples/${name}`, isObject(examples) ? deref(document, entry).value : entry, 'example'] as const,
  )
  const samples = [
    ['example', example, 'example'],
    ['default', kind === 'schema' ? usual : undefined, 'default'],
    ...listed,
  ] as const
  return samples.flatMap(([part, value, kind]) =>
    value === undefined ? [] : [{ at: `${pointer}/${part}`, schema, value, kind }],
  )
}
