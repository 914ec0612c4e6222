// A real Chromium, for tests of pages.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = [
  // Has no windows to draw, so it takes less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
].find(existsSync)

/** Why there is no browser; undefined when there is one. In CI a missing browser is a failure. */
export const noBrowser =
  executablePath === undefined && !process.env.CI
    ? 'no Chromium: install it (apt install chromium, or npx playwright-core install chromium)'
    : undefined

/** A page of it waits as long as a test may take: what is slow on a busy machine is not what is wrong. */
export function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('The tests of pages need Chromium.')
  return chromium.launch({
    executablePath,
    timeout: 120_000,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
