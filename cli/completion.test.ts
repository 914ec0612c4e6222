import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../mock/testing/new-folder.ts'
import { completionScripts } from './completion.ts'
import { runCommand } from './testing/run-command.ts'

const folder = newFolder()
const isHere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

for (const shell of Object.keys(completionScripts))
  writeFileSync(join(folder, shell), (await runCommand('completion', [shell])).text)

test.runIf(isHere('bash'))('bash completes commands, flags, values and files', () => {
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `source ${join(folder, 'bash')}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_work; echo "\${COMPREPLY[*]}"`,
        'bash',
        'agent-work',
        ...words,
      ],
      { cwd: folder, encoding: 'utf8' },
    ).trim()
  expect(complete('ta')).toBe('tail')
  expect(complete('--por')).toBe('--port')
  expect(complete('mock', '--log', '')).toBe('pretty json off')
  expect(complete('conformance', 'clean')).toBe('cleanup')
  expect(complete('conformance', '--target', 'fi')).toBe('fish')
  expect(complete('completion', '')).toBe('bash zsh fish --help')
})

test.runIf(isHere('fish'))('fish completes commands, flags and values', () => {
  const complete = (line: string) =>
    execFileSync('fish', ['-c', `source ${join(folder, 'fish')}; complete -C ${JSON.stringify(line)}`], {
      encoding: 'utf8',
    })
      .split('\n')
      .map(line => line.split('\t')[0])
      .filter(Boolean)
  expect(complete('agent-work ta')).toEqual(['tail'])
  expect(complete('agent-work mock --log ')).toEqual(['json', 'off', 'pretty'])
  expect(complete('agent-work conformance clean')).toEqual(['cleanup'])
})

test.runIf(isHere('zsh'))('zsh takes the script', () => {
  const { status, stderr } = spawnSync(
    'zsh',
    [
      '-f',
      '-c',
      `autoload -Uz compinit; compinit -u -D; source ${join(folder, 'zsh')}; [[ $_comps[agent-work] == _agent_work ]]`,
    ],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, ''])
})
