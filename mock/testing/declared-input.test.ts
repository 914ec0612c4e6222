// A parameter or a field of a body that the contract declares and no handler reads does nothing, and nobody would notice.
import { expect, test } from 'vitest'
import { bodySchemaOf, document, operationIds, operations, resolve, type Schema } from '#openapi'
import { lifeOfARequest } from '../server/life-of-a-request.ts'
import { tour } from './profile-cases/tour.ts'
import { tracked } from './read-tracker.ts'
import { startTestKit } from './test-kit.ts'

/** What the mock accepts and has no use for, and why. */
const SHOWN = 'kept as it was sent, and shown again as a whole'
const NO_MODEL = 'no model answers, so there is nothing to steer'
const NO_TOOLS = 'the agents of the mock call none of the client’s tools'
const TEXTS_ONLY = 'the mock answers the texts of a message and nothing else in it'
const UNUSED: Readonly<Record<string, string>> = {
  'createTask.body.acceptance_criteria.text': SHOWN,
  'createTask.body.acceptance_criteria.done': SHOWN,
  'updateTask.body.acceptance_criteria.text': SHOWN,
  'updateTask.body.acceptance_criteria.done': SHOWN,
  'createChatCompletion.body.temperature': NO_MODEL,
  'createChatCompletion.body.messages.content.type': TEXTS_ONLY,
  'createChatCompletion.body.messages.name': TEXTS_ONLY,
  'createChatCompletion.body.messages.tool_call_id': NO_TOOLS,
  'createChatCompletion.body.messages.tool_calls': NO_TOOLS,
  'createAgentCompletion.body.messages.id': TEXTS_ONLY,
  'createAgentCompletion.body.messages.metadata': TEXTS_ONLY,
  'createAgentCompletion.body.messages.parts.type': TEXTS_ONLY,
  'createAgentCompletion.body.messages.parts.url': TEXTS_ONLY,
  'createAgentCompletion.body.messages.parts.mediaType': TEXTS_ONLY,
  'createAgentCompletion.body.messages.parts.filename': TEXTS_ONLY,
  'createAgentCompletion.body.imageResponseFormat': NO_MODEL,
  'createAgentCompletion.body.output.name': NO_MODEL,
  'createAgentCompletion.body.output.description': NO_MODEL,
}

test('every declared parameter and body field is read by the handler of its operation', async () => {
  const read = new Set<string>()
  const called = new Set<string>()
  await using kit = await startTestKit({
    steps: {
      ...lifeOfARequest,
      findOperation(context) {
        lifeOfARequest.findOperation(context)
        const { handler, operation } = context
        if (handler && operation)
          context.handler = (request, inside) => {
            called.add(operation.id)
            return handler(
              tracked(request, operation.id, path => read.add(path)),
              inside,
            )
          }
        return undefined
      },
    },
  })
  await tour(kit)
  await kit.ask('POST /v1/chat/completions', {
    model: 'aw-large',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }],
  })
  const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Choose.' }] }]
  for (const output of [
    { type: 'choice', options: ['yes', 'no'] },
    { type: 'object', schema: { type: 'object' } },
  ])
    await kit.ask('POST /v1/agent/chat/completions', {
      agentId: kit.agent('agent-that-finishes'),
      messages,
      output,
    })
  // Of an operation that the tour does not call, the handler reads at least its path before it knows nothing of it.
  for (const { id, method, path } of Object.values(operations))
    if (!called.has(id)) await kit.ask(`${method} ${path.replaceAll(/\{\w+\}/g, 'nothing')}`)
  const declared = operationIds.flatMap(declaredBy)
  expect(declared.filter(path => !read.has(path) && !(path in UNUSED))).toEqual([])
  expect(Object.keys(UNUSED).filter(path => read.has(path) || !declared.includes(path))).toEqual([])
})

/** The paths of all parameters and body fields of an operation. */
function declaredBy(id: (typeof operationIds)[number]): string[] {
  const { pathParams, queryParams, headerParams, requestBody } = operations[id]
  const names = (where: string, rows: readonly { name: string }[]) =>
    rows.map(({ name }) => `${id}.${where}.${name}`)
  return [
    ...names('path', pathParams),
    ...names('query', queryParams),
    ...names('header', headerParams),
    ...(requestBody ? fieldsOf(bodySchemaOf(document, operations[id]) ?? {}, `${id}.body`) : []),
  ]
}

/** The paths of the fields that a schema declares, at any depth; maps of free names declare none. */
function fieldsOf(schema: Schema, path: string, within: readonly Schema[] = []): string[] {
  if (typeof schema !== 'object') return []
  const { element } = resolve(document, schema)
  if (within.includes(element)) return []
  const inside = [...within, element]
  const parts = [element.items ?? [], element.allOf ?? [], element.oneOf ?? [], element.anyOf ?? []].flat()
  const own = Object.entries(element.properties ?? {}).flatMap(([name, inner]) => [
    `${path}.${name}`,
    ...fieldsOf(inner, `${path}.${name}`, inside),
  ])
  return [...new Set([...own, ...parts.flatMap(part => fieldsOf(part, path, inside))])]
}
