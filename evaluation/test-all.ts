// `npm run test:all`: every test, also those in *.slow.test.ts, for which it installs the software of others that they use.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installThirdParty } from './third-party/install.ts'

const root = join(import.meta.dirname, '..')
installThirdParty()
const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' }).status ?? 1
