// Forms that are made from schemas, in a real browser.
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { controlDocument } from '../../control/document.ts'
import { launchChromium, noBrowser } from '../../testing/chromium.ts'
import { visit } from './browser.ts'

test.skipIf(noBrowser !== undefined)('sets a fault of every kind that the control document has', async () => {
  await using mock = await startMock()
  const { schemas } = controlDocument().components as unknown as {
    schemas: Record<string, { oneOf: { $ref: string }[]; properties: { do: { const: string } } }>
  }
  const kinds = schemas.Effect!.oneOf.map(({ $ref }) => schemas[$ref.split('/').at(-1)!]!.properties.do.const)
  const browser = await launchChromium()
  try {
    const it = await visit(browser, mock.url)
    await it.go('demo/faults')
    for (const kind of kinds) {
      await it.choose('What', kind)
      await it.click('button[type=submit]:has-text("Set")')
      await expect.poll(() => mock.faults.list().at(-1)?.effects[0]?.do).toBe(kind)
    }
    expect(await it.violations()).toEqual([])
    expect(it.complaints).toEqual([])
  } finally {
    await browser.close()
  }
})
