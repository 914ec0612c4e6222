import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { mock } from '../testing/test-kit.ts'
import { startScreen } from './start-screen.ts'

// The longest address that the screen has to have room for.
const shown = { url: 'http://127.0.0.1:40100', demo: mock.demo }

test('fits a terminal of 80 columns and 24 lines, with the line for the prompt', () => {
  for (const colors of [false, true]) {
    const lines = stripVTControlCharacters(startScreen(shown, { colors, set: ['clock x60'] })).split('\n')
    expect(lines.length).toBeLessThanOrEqual(23)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
    const https = startScreen({ ...shown, controlKey: 'secret', trusted: '/c.pem' }, { colors, set: ['x60'] })
    expect(https.split('\n').length).toBeLessThanOrEqual(23)
    expect(https).toContain('--cacert /c.pem')
  }
})

test('fits one of 62 columns too, and below that nothing is left out but notes', () => {
  for (const line of startScreen(shown, { width: 62 }).split('\n'))
    expect(line.length, line).toBeLessThanOrEqual(62)
  for (const width of [62, 50, 40, 20])
    for (const text of ['awk_demo_admin', 'awk_demo_member', '/_mock/console/', '/_mock/target.yaml', '/run'])
      expect(startScreen(shown, { width })).toContain(text)
})

test('has no colors where none are wanted', () => {
  const plain = startScreen(shown)
  expect(stripVTControlCharacters(plain)).toBe(plain)
  expect(stripVTControlCharacters(startScreen(shown, { colors: true }))).toBe(plain)
})

test('its commands work when they are pasted', async () => {
  const screen = startScreen(mock).replaceAll(/ \\\n +/g, ' ')
  const commands = [...screen.matchAll(/^ *curl (.*)$/gm)].map(found => found[1] ?? '')
  expect(commands).toHaveLength(2)
  const statuses = await Promise.all(commands.map(async command => (await sent(command)).status))
  expect(statuses).toEqual([200, 200])
})

/** Does what curl would. */
function sent(command: string): Promise<Response> {
  const words = command.match(/'[^']*'|\S+/g)?.map(word => word.replaceAll("'", '')) ?? []
  const after = (flag: string) =>
    words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ''] : []))
  const [body] = after('-d')
  const headers = after('-H').map(header => header.split(': ') as [string, string])
  return fetch(words.at(-1) ?? '', { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
}
