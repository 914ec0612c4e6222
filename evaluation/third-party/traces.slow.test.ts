import { isSpanContextValid, propagation, type SpanContext, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { sendAs } from '../../mock/testing/send-as.ts'

const exporter = new InMemorySpanExporter()

beforeAll(() => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  // What an SDK brings along: the header of W3C Trace Context.
  propagation.setGlobalPropagator({
    inject() {},
    fields: () => ['traceparent'],
    extract(context, carrier, getter) {
      const [, traceId = '', spanId = ''] = String(getter.get(carrier, 'traceparent')).split('-')
      const found: SpanContext = { traceId, spanId, traceFlags: 1, isRemote: true }
      return isSpanContextValid(found) ? trace.setSpanContext(context, found) : context
    },
  })
})
afterAll(() => {
  trace.disable()
  propagation.disable()
})

test('each request is a span with workspace, operation and refusal, below the span of the client', async () => {
  await using mock = await startMock({ traces: true })
  const { id, keys } = mock.workspace({ from: 'quiet' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  await sendAs(keys.member, `${mock.url}/tasks?limit=1`, undefined, { headers })
  await sendAs(keys.member, `${mock.url}/tasks/task_none`)
  await fetch(`${mock.url}/_mock/health`)
  await expect.poll(() => exporter.getFinishedSpans().length).toBe(2)
  const [listed, missing] = exporter.getFinishedSpans()
  expect(listed).toMatchObject({
    name: 'GET /tasks',
    attributes: {
      'agent_work.workspace': id,
      'agent_work.operation': 'listTasks',
      'http.route': '/tasks',
      'http.response.status_code': 200,
    },
    parentSpanContext: { traceId, spanId: 'b7ad6b7169203331' },
  })
  expect(missing).toMatchObject({
    name: 'GET /tasks/{task_id}',
    attributes: { 'agent_work.refusal': 'task_not_found', 'http.response.status_code': 404 },
  })
  expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain(
    keys.member,
  )
})
