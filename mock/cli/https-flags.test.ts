import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { httpsFor } from './https-flags.ts'

test('only its owner may read the key of the certificate, also where another file stood before', () => {
  const state = newFolder()
  const key = join(state, 'agent-work', 'localhost-key.pem')
  mkdirSync(join(state, 'agent-work'))
  writeFileSync(key, '', { mode: 0o644 })
  httpsFor({ https: true }, { XDG_STATE_HOME: state })
  expect(statSync(key).mode & 0o777).toBe(0o600)
})
