import { expect, test } from 'vitest'
import { requirements } from '../requirements/contract.ts'
import { rules } from '../rules/rules.ts'
import { addKeys, Redactor } from './redactor.ts'

const KEY = 'sk_live_C4n/ary+"<&>\\%7e-0123456789'
const redactor = new Redactor()
redactor.add(KEY, 'ADMIN_KEY')

const each = (write: (code: number) => string) => KEY.replace(/./g, sign => write(sign.charCodeAt(0)))
const forms: Record<string, string> = {
  plain: KEY,
  'in a header': `Authorization: Bearer ${KEY}\r\n`,
  'lower case': KEY.toLowerCase(),
  'upper case': KEY.toUpperCase(),
  'base64 of the key': btoa(KEY),
  'base64 of the header': btoa(`Bearer ${KEY}`),
  'base64 of user and key': btoa(`user:${KEY}`),
  'base64 of the key as user': btoa(`${KEY}:`),
  base64url: Buffer.from(`ab:${KEY}`).toString('base64url'),
  'base64, encoded for a URL': encodeURIComponent(btoa(`a:${KEY}`)),
  'base64 in JSON that escapes slashes': btoa(KEY).replaceAll('/', '\\/'),
  hex: Buffer.from(KEY).toString('hex'),
  'hex in upper case': Buffer.from(KEY).toString('hex').toUpperCase(),
  'encoded once': encodeURIComponent(KEY),
  'encoded twice': encodeURIComponent(encodeURIComponent(KEY)),
  'every character encoded': each(code => `%${code.toString(16).padStart(2, '0')}`),
  'JSON in JSON': JSON.stringify(JSON.stringify(KEY)),
  'JSON of code points': each(code => `\\u00${code.toString(16).padStart(2, '0')}`),
  entities: each(code => `&#${code};`),
  'HTML text': KEY.replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;'),
  'without its last character': KEY.slice(0, -1),
  'without its first character': KEY.slice(1),
  'without both ends': KEY.slice(2, -3),
  'cut at the end of a text': `the key is ${KEY.slice(0, 14)}`,
}

test.each(Object.entries(forms))('takes the key out: %s', (_, form) => {
  const clean = redactor.text(`before ${form}`)
  expect(clean).toContain('$ADMIN_KEY')
  expect(clean.toLowerCase()).not.toContain(KEY.slice(8, 16).toLowerCase())
  expect(clean.length).toBeLessThan(60)
})

test('takes it out of names and values of data, and leaves the rest as it is', () => {
  const data = { [KEY]: [KEY, 7, null, { text: 'sk_live_ of another, c2tfbGl2ZQ==' }] }
  expect(redactor.data(data)).toEqual({
    $ADMIN_KEY: ['$ADMIN_KEY', 7, null, { text: 'sk_live_ of another, c2tfbGl2ZQ==' }],
  })
})

test.each([1_200, 2_000, 10_000])('takes out a key of %i characters, and pieces of it', length => {
  const long = Array.from({ length }, (_, n) => ((n * 7919) % 36).toString(36) + (n % 10))
    .join('')
    .slice(0, length)
  const own = new Redactor()
  own.add(long, 'LONG')
  expect(own.text(`a ${long} b`)).toBe('a $LONG b')
  expect(own.text(`a ${encodeURIComponent(btoa(`me:${long}`))} b`)).toMatch(/^a \$LONG(%3D)* b$/)
  expect(own.text(`Error: /${long.slice(0, -1)}/: too large`)).toBe('Error: /$LONG/: too large')
  expect(own.text(`a ${long.slice(300, 340)} b`)).toBe('a $LONG b')
})

test.each([
  ['base64 of a cut key', btoa(KEY.slice(0, 20))],
  ['base64 over lines', btoa(`user:${KEY}`).replace(/.{20}/g, '$&\r\n')],
  ['a key over lines', KEY.replace(/.{12}/g, '$&\n  ')],
  ['a third of it, in the middle', KEY.slice(10, 22)],
])('takes out %s', (_, form) => {
  expect(redactor.text(`before ${form} after`)).toMatch(/^before \$ADMIN_KEY=* after$/)
})

test('leaves alone what only looks like an entity', () => {
  for (const text of ['&__proto__;', '&nbsp;', '&#xfffff;', '&amp', '%zz & 5%', '&#;'])
    expect(redactor.text(text)).toBe(text)
})

test('takes a key of a few characters out where it is a word of its own', () => {
  const own = new Redactor()
  own.add('e', 'SHORT')
  expect(own.text('Bearer e, every one')).toBe('Bearer $SHORT, every one')
})

const worded = new Redactor()
const wordedKeys: [name: string, value: string][] = [
  ['admin', 'admin'],
  ['without-agency-usage-read', 'k-without-agency-usage.read'],
  ['without-workflows-read', 'k-without-workflows.read'],
  ['without-workflows-run', 'k-without-workflows.run'],
  ['gates', 'workflow-with-gate-4711'],
  ['staging', 'tasks.staging.example.com/agents:run/7'],
]
addKeys(worded, {
  name: 'tasks.staging.example.com',
  keys: wordedKeys.map(([name, value]) => ({ name, value, shown: `KEY_${name.toUpperCase()}` })) as never,
})

test('leaves the texts of the suite, scopes and the names of keys as they are', () => {
  const own = [
    ...requirements.map(({ statement }) => statement),
    ...Object.values(rules).flatMap(({ says, excluded }) => [says, excluded]),
    'GET /workflows/ with key without-workflows-run, which lacks agency-usage:read, answered 403',
    'a workflow whose gate the key may decide: fixtures.workflow-with-gate',
    '/agency/clients/{client_id}/usage',
    'tasks.staging.example.com',
    '$KEY_WITHOUT-WORKFLOWS-READ',
  ]
  for (const text of own) expect(worded.text(text)).toBe(text)
})

test.each(wordedKeys)('takes out the key %s of plain words, whole and cut', (name, value) => {
  const shown = `$KEY_${name.toUpperCase()}`
  expect(worded.text(`Bearer ${value}, ${btoa(value)}`)).toMatch(`Bearer ${shown}`)
  if (name === 'admin') return
  expect(worded.text(`cut: ${value.slice(0, -1)}`)).toMatch(/^cut: \$KEY_[A-Z-]+$/)
  expect(worded.text(`cut: ${value.slice(1)}`)).toMatch(/^cut: \$KEY_[A-Z-]+$/)
})
