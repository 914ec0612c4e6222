import { expect, test } from 'vitest'
import { commandLinePage } from './command-line-page.ts'

test('docs/command-line.md shows every command and flag as they are', async () => {
  await expect(await commandLinePage()).toMatchFileSnapshot('../docs/command-line.md')
})
