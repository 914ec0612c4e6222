// An independent judge: Prism's proxy in front of a mock turns a reply that does not fit the contract into an error.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../mock/testing/free-ports.ts'
import { startProgram } from '../../mock/testing/program.ts'
import { Walk } from '../../mock/testing/random-walk.ts'
import { sendAs } from '../../mock/testing/send-as.ts'
import { startTestKit } from '../../mock/testing/test-kit.ts'
import { thirdParty } from './install.ts'

const CALLS = 400

test(`Prism finds nothing against the replies to ${CALLS} calls of a walk`, async () => {
  await using kit = await startTestKit()
  const port = String(await freePort())
  const contract = join(import.meta.dirname, '../../openapi/generated/openapi.json')
  // Requests pass it unjudged.
  const args = ['proxy', contract, kit.url, '--errors', '--validate-request=false', '--port', port]
  const prism = startProgram(join(thirdParty('@stoplight/prism-cli'), 'dist/index.js'), args)
  await prism.printed(/Prism is listening/)
  try {
    const walk = new Walk(kit, 'prism')
    for (let number = 1; number <= CALLS; number++) {
      const { operation, key, path, body } = walk.next()
      // Prism holds a stream back until it ends, stumbles over paths that are no URLs, and announces a body that is
      // null without sending it.
      if (operation.streams || path.includes('%') || body === null) continue
      const response = await sendAs(kit.roles.keys[key], `http://127.0.0.1:${port}${path}`, body, {
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
    prism.child.kill()
  }
})

/** What Prism says of a reply that it checked; null when it has nothing against it. */
async function verdictOf(response: Response): Promise<string | null> {
  const violations = response.headers.get('sl-violations')
  if (response.status !== 500 && violations === null) return null
  return violations ?? (await response.text())
}
