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

function samplesOf(contract: ContractUnderLint, { pointer, element, kind }: Found): Sample[] {
  const schema = kind === 'schema' ? pointer : element.schema === undefined ? undefined : `${pointer}/schema`
  if (schema === undefined) return []
  const samples: Sample[] = []
  if (element.example !== undefined) {
    samples.push({ at: `${pointer}/example`, schema, value: element.example, kind: 'example' })
  }
  if (kind === 'schema' && element.default !== undefined) {
    samples.push({ at: `${pointer}/default`, schema, value: element.default, kind: 'default' })
  }
  if (Array.isArray(element.examples)) {
    element.examples.forEach((value, index) => {
      samples.push({ at: `${pointer}/examples/${index}`, schema, value, kind: 'example' })
    })
  } else if (isObject(element.examples)) {
    for (const [name, entry] of Object.entries(element.examples)) {
      const example = deref(contract.document, entry)
      if (example.value === undefined) continue
      samples.push({ at: `${pointer}/examples/${name}`, schema, value: example.value, kind: 'example' })
    }
  }
  return samples
}
