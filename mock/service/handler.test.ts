// Promises of the types: what a handler may not do does not compile. `tsc` is what runs these.
import { expect, test } from 'vitest'
import type { Handler, Handlers } from './handler.ts'
import { handlers } from './index.ts'

test('every operation has a handler, and one that is missing does not compile', () => {
  // @ts-expect-error pauseRun is missing
  const missing: Handlers<'getRun' | 'pauseRun'> = { getRun: handlers.getRun }
  expect(missing.pauseRun).toBeUndefined()
})

test('a handler for an operation that does not exist does not compile', () => {
  // @ts-expect-error there is no operation approveRun
  type Unknown = Handlers<'approveRun'>
  const none: Unknown | undefined = undefined
  expect(none).toBeUndefined()
})

test('a status that the contract does not declare does not compile', () => {
  // @ts-expect-error deleteTask answers 204, never 200
  const handler: Handler<'deleteTask'> = () => ({ status: 200, body: undefined })
  expect(handler).toBeTypeOf('function')
})

test('a body that does not fit the contract does not compile', () => {
  // @ts-expect-error a started run has a chat
  const lacking: Handler<'startRun'> = () => ({ status: 200, body: { run_id: 'run_1', status: 'running' } })
  // @ts-expect-error `started` is no status of a run
  const wrong: Handler<'startRun'> = () => ({
    status: 200,
    body: { run_id: 'run_1', chat_id: 'chat_1', status: 'started' },
  })
  expect([lacking, wrong]).toHaveLength(2)
})

test('a stream where the contract has none does not compile', () => {
  // @ts-expect-error getRun answers at once
  const handler: Handler<'getRun'> = () => ({ status: 200, stream: (async function* () {})() })
  expect(handler).toBeTypeOf('function')
})

test('a handler knows path, query and body by their types', () => {
  const handler: Handler<'listRuns'> = ({ query }) => {
    const limit: number = query.limit
    // @ts-expect-error there is no parameter `page` here
    const page: unknown = query.page
    return { status: 200, body: { data: [], next_cursor: `${limit}${String(page)}` } }
  }
  expect(handler).toBeTypeOf('function')
})
