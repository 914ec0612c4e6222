// The templates of CI and compose.yaml, as far as they can be run without their engines: their own scripts and commands,
// with an `npx` that stands for this source.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Mock, startMock } from '#mock'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs } from '../mock/testing/send-as.ts'

const root = join(import.meta.dirname, '..')
const scratch = newFolder()
const read = (file: string) => parse(readFileSync(join(root, file), 'utf8'))
/** One requirement is enough to see that the suite has run. */
const SUITE_FLAGS = '--read-only --only AGENT-03 --allow-not-exercised all'
let mock: Mock

beforeAll(async () => {
  mock = await startMock({ clock: { scale: 300 } })
  // Takes the place of npx: what follows the package is run from the source.
  const main = join(root, 'cli/main.ts')
  writeFileSync(
    join(scratch, 'npx'),
    `#!/bin/sh\n[ "$1 $2 $3 $4" = "--yes --package ./agent-work.tgz agent-work" ] || exit 9\nshift 4\nexec '${process.execPath}' '${main}' "$@"\n`,
  )
  chmodSync(join(scratch, 'npx'), 0o755)
})

afterAll(() => mock.stop())

/** Runs a script as a job of CI with a folder of its own, and returns its status, its output and what it wrote. */
async function bash(script: string, env: Record<string, string>) {
  const folder = mkdtempSync(join(scratch, 'job-'))
  const files = { GITHUB_ENV: 'env', GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary' }
  for (const name of Object.values(files)) writeFileSync(join(folder, name), '')
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(folder, file)]))
  const done: { code?: number; stdout: string; stderr: string } = await promisify(execFile)(
    'bash',
    ['--norc', '-e', '-c', script],
    {
      cwd: folder,
      env: {
        PATH: `${scratch}:${process.env.PATH}`,
        RUNNER_TEMP: folder,
        PACKAGE: './agent-work.tgz',
        FLAGS: '',
        ...paths,
        ...env,
      },
    },
  ).catch(error => error)
  const written = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { status: done.code ?? 0, said: done.stdout + done.stderr, written }
}

test('the GitHub action of the mock starts it, and gives address and keys to the steps that follow', async () => {
  const [step] = read('ci/github/mock/action.yml').runs.steps
  const { status, said, written } = await bash(`${step.run}\necho "pid=$mock"`, { FLAGS: '--clock frozen' })
  const pid = Number(/^pid=(\d+)$/m.exec(said)?.[1])
  try {
    expect(status, said).toBe(0)
    const { AGENT_WORK_URL: url, AGENT_WORK_KEY_MEMBER: key } = parseEnv(written('env'))
    expect(written('output').trim()).toBe(`url=${url}`)
    expect((await sendAs(key, `${url}/runs`)).status).toBe(200)
  } finally {
    if (pid > 0) process.kill(pid)
  }
})

test('the GitHub action of the suite shows its result in the summary, and ends as the suite does', async () => {
  const [step] = read('ci/github/suite/action.yml').runs.steps
  const { status, said, written } = await bash(step.run, {
    BASE_URL: mock.url,
    AGENT_WORK_ADMIN_KEY: mock.demo.keys.admin,
    FLAGS: SUITE_FLAGS,
  })
  expect(status, said).toBe(0)
  expect(written('summary')).toContain('Nothing contradicts the specification')
})

test('the GitLab template does the same', async () => {
  const jobs = read('ci/gitlab/agent-work.yml')
  const script = jobs['.agent-work-mock'].before_script.join('\n')
  const variables = { AGENT_WORK_PACKAGE: './agent-work.tgz', AGENT_WORK_FLAGS: '' }
  const seen = await bash(
    `${script}\ntrap 'kill $mock' EXIT\ncurl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $AGENT_WORK_KEY_MEMBER" "$AGENT_WORK_URL/runs"`,
    variables,
  )
  expect([seen.status, seen.said]).toEqual([0, '200'])
  const env = {
    ...variables,
    AGENT_WORK_FLAGS: SUITE_FLAGS,
    BASE_URL: mock.url,
    AGENT_WORK_ADMIN_KEY: mock.demo.keys.admin,
  }
  const suite = await bash(jobs['.agent-work-conformance'].script.join('\n'), env)
  expect(suite.status, suite.said).toBe(0)
  expect(suite.written('conformance.xml')).toContain('<testsuite')
})

test('a template whose mock cannot start ends with what the mock has said', async () => {
  const [step] = read('ci/github/mock/action.yml').runs.steps
  const script = read('ci/gitlab/agent-work.yml')['.agent-work-mock'].before_script.join('\n')
  const variables = { AGENT_WORK_PACKAGE: './agent-work.tgz', AGENT_WORK_FLAGS: '--clok', FLAGS: '--clok' }
  for (const { status, said } of [await bash(step.run, variables), await bash(script, variables)])
    expect([status, said]).toEqual([1, expect.stringContaining('did you mean --clock?')])
})

test('compose runs the suite with flags that it has, against a service of the file', async () => {
  const { services } = read('compose.yaml')
  const { suite } = services
  const url = /^\$\{DEPLOYMENT_URL:-http:\/\/(\w+):4010\}$/.exec(suite.command[1])
  expect(Object.keys(services)).toContain(url?.[1])
  expect(Object.keys(suite.depends_on)).toEqual([url?.[1]])
  const command = ['conformance', ...suite.command.with(1, mock.url), ...SUITE_FLAGS.split(' ')]
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'cli/main.ts'), ...command], {
    env: { ...process.env, ADMIN_KEY: mock.demo.keys.admin },
  })
  expect(stdout).toMatch(/\b0 violated/)
})
