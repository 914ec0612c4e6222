import { expect, test } from 'vitest'
import { replyValidator, schemaChecker } from '#openapi'
import { controlClient } from '../testing/control-client.ts'
import { askAs } from '../testing/send-as.ts'
import { mock } from '../testing/test-kit.ts'
import type { ControlFunctions } from './control-function.ts'
import { controlDocument, controlRows, validateControlRequest } from './document.ts'

const control = controlClient(mock.url)

test('says that it is there, and what it understands', async () => {
  expect((await control('getHealth')).data).toMatchObject({ status: 'ok' })
  expect((await control('getReadiness')).data).toEqual({ status: 'ready' })
  expect((await control('getServiceDocument')).data).toMatchObject({
    info: { title: 'Agent Work Service' },
  })
  expect((await control('getControlDocument')).data).toEqual(controlDocument())
})

test('shows every operation on a page that leads to the service and back', async () => {
  const { data: page } = await control('showControlReference')
  for (const { id } of controlRows) expect(page).toContain(`<section class="operation" id="${id}"`)
  expect(page).toContain('href="/_mock/reference"')
  const { data: service } = await control('showReference')
  expect(service).toContain('href="/_mock/reference/control"')
})

test('says what there is instead of what was asked for', async () => {
  for (const [method, path, says] of [
    ['POST', '/_mock/health', '/_mock/health takes GET, not POST.'],
    ['GET', '/_mock/health/', 'did you mean /_mock/health?'],
    ['POST', '/_mock/workspace/demo/clok/advance', 'did you mean /_mock/workspaces/demo/clock/advance?'],
    ['GET', '/_mock/hello', 'see /_mock/reference/control'],
    // It never stands in the way of the service.
    ['GET', '/_mockery', 'There is nothing at /_mockery'],
  ] as const)
    expect(await askAs(undefined, mock.url + path, undefined, { method }), path).toMatchObject({
      status: 404,
      body: { error: { code: 'route_not_found', message: expect.stringContaining(says) } },
    })
})

test('every schema, parameter and reply of its document compiles', () => {
  const schemas = schemaChecker(controlDocument())
  const judge = replyValidator(controlDocument(), () => schemas)
  for (const name of Object.keys(controlDocument().components.schemas))
    schemas.check(`/components/schemas/${name}`, undefined, 'body')
  for (const row of controlRows) {
    const path = Object.fromEntries(row.pathParams.map(({ name }) => [name, 'x']))
    const query = Object.fromEntries(row.queryParams.map(({ name }) => [name, 'x']))
    validateControlRequest(row, { path, query, body: {} })
    for (const status of row.statuses) judge(row, status, 'application/json', {})
  }
})

const view = { now: '', mode: 'frozen', factor: null, next: null, planned: 0, idle: true } as const

test('a function that its document does not describe does not compile', () => {
  const good = { readClock: () => view } satisfies Partial<ControlFunctions>
  expect(good.readClock()).toBe(view)
  // @ts-expect-error setClock is missing
  const missing = good satisfies Pick<ControlFunctions, 'readClock' | 'setClock'>
  // @ts-expect-error there is no operation stopClock
  const unknown = { stopClock: () => view } satisfies Partial<ControlFunctions>
  // @ts-expect-error a clock says whether it is idle
  const body = { readClock: () => ({}) } satisfies Partial<ControlFunctions>
  expect([missing, unknown, body]).toHaveLength(3)
})
