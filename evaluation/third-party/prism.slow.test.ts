import { expect, test } from 'vitest'
import { Walk } from '../../mock/testing/random-walk.ts'
import { sendAs } from '../../mock/testing/send-as.ts'
import { startTestKit } from '../../mock/testing/test-kit.ts'
import { prismInFrontOf, verdictOf } from './prism.ts'

const CALLS = 400

test(`Prism finds nothing against the replies to ${CALLS} calls of a walk`, async () => {
  await using kit = await startTestKit()
  const prism = await prismInFrontOf(kit.url)
  try {
    const walk = new Walk(kit, 'prism')
    for (let number = 1; number <= CALLS; number++) {
      const { operation, key, path, body } = walk.next()
      // Prism holds a stream back until it ends, stumbles over paths that are no URLs, and announces a body that is
      // null without sending it.
      if (operation.streams || path.includes('%') || body === null) continue
      const response = await sendAs(kit.roles.keys[key], prism.url + path, body, {
        method: operation.method,
        redirect: 'manual',
      })
      expect(
        await verdictOf(response),
        `call ${number}: ${operation.method} ${path} ${JSON.stringify(body)} got ${response.status}`,
      ).toBeNull()
      kit.advance(walk.pause())
    }
  } finally {
    prism.stop()
  }
})
