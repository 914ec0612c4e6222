// Completion scripts for shells, from the flags of all commands.

import { quoted } from '../conformance/report/curl.ts'
import type { Flag } from '../flags/flag.ts'
import type { Command } from './command.ts'

/** The parts of a command that completion needs. */
export interface Completed extends Pick<Command, 'flags' | 'subcommands'> {
  readonly name: string
  readonly summary: string
}

/** What makes the script, by shell. */
export const completionScripts = { bash, zsh, fish }

const DEFAULT_COMMAND = 'mock'

function bash(commands: readonly Completed[]): string {
  const values = commands.flatMap(({ name, flags }) =>
    spelled(flags).flatMap(({ flag, spellings }) => {
      const words = flag.choices?.join(' ')
      if (words === undefined && !isFile(flag)) return []
      const reply = words === undefined ? 'compgen -f' : `compgen -W '${words}'`
      return [
        `    ${spellings.map(one => `'${name} ${one}'`).join('|')}) COMPREPLY=($(${reply} -- "$cur")); return;;`,
      ]
    }),
  )
  const own = commands.map(({ name, flags, subcommands = {} }) => {
    const words = [
      ...Object.keys(subcommands),
      ...spelled(flags).map(({ spellings }) => spellings[0]),
      '--help',
    ]
    return `    ${name}) words='${words.join(' ')}';;`
  })
  const names = commands.map(({ name }) => name)
  return `# Completion of agent-work for bash: source <(agent-work completion bash)
_agent_work() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=${DEFAULT_COMMAND} words=
  COMPREPLY=()
  case \${COMP_WORDS[1]} in ${names.join('|')}) command=\${COMP_WORDS[1]};; esac
  if [[ $COMP_CWORD == 1 && $cur != -* ]]; then
    COMPREPLY=($(compgen -W '${names.join(' ')}' -- "$cur"))
    return
  fi
  case "$command $prev" in
${values.join('\n')}
  esac
  case $command in
${own.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -F _agent_work agent-work
`
}

function zsh(commands: readonly Completed[]): string {
  const own = commands.map(({ name, flags, subcommands }) => {
    const specs = spelled(flags).map(({ name: long, flag, spellings }) => {
      const text = `[${escapedForZsh(flag.description)}]${zshValue(long, flag)}`
      const many = flag.many ? '*' : ''
      return spellings.map(one => quoted(`${many}${one}${text}`)).join(' ')
    })
    const words =
      subcommands === undefined ? [] : [quoted(`1:command:(${Object.keys(subcommands).join(' ')})`)]
    return `    ${name}) _arguments ${[...words, ...specs, quoted('*:file:_files')].join(' \\\n      ')};;`
  })
  return `#compdef agent-work
# Completion of agent-work for zsh: source <(agent-work completion zsh)
_agent_work() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    return
  fi
  local command=${DEFAULT_COMMAND}
  if [[ $words[2] != -* ]]; then
    command=$words[2]
    shift words
    (( CURRENT-- ))
  fi
  case $command in
${own.join('\n')}
  esac
}
compdef _agent_work agent-work
`
}

/** The suffix for a flag's value: none, `:` for a value, `::` for an optional one. */
function zshValue(name: string, flag: Flag): string {
  if (flag.placeholder === undefined) return ''
  const colon = flag.placeholder.startsWith('[') ? '::' : ':'
  if (flag.choices) return `${colon}${name}:(${flag.choices.join(' ')})`
  return `${colon}${name}:${isFile(flag) ? '_files' : ''}`
}

function fish(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const lines = commands.flatMap(({ name, summary, flags, subcommands = {} }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c agent-work -n "not __fish_seen_subcommand_from $commands" -f -a ${name} -d ${quoted(summary)}`,
      ...Object.entries(subcommands).map(
        ([word, does]) => `complete -c agent-work ${within} -f -a ${word} -d ${quoted(does)}`,
      ),
      ...Object.entries(flags).map(([long, flag]) => {
        const parts = [
          `complete -c agent-work ${within} -l ${long}`,
          flag.short && `-s ${flag.short}`,
          flag.placeholder?.startsWith('<') && '-r',
          flag.choices ? `-f -a ${quoted(flag.choices.join(' '))}` : !isFile(flag) && '-f',
          `-d ${quoted(flag.description)}`,
        ]
        return parts.filter(Boolean).join(' ')
      }),
    ]
  })
  return `# Completion of agent-work for fish: agent-work completion fish | source
set -l commands ${names}
${lines.join('\n')}
`
}

/** Each flag with its spellings, the long one first. */
function spelled(flags: Command['flags']) {
  return Object.entries(flags).map(([name, flag]) => ({
    name,
    flag,
    spellings: [`--${name}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])],
  }))
}

function isFile({ placeholder = '' }: Flag): boolean {
  return /file/i.test(placeholder)
}

function escapedForZsh(text: string): string {
  return text.replaceAll(/[[\]:]/g, found => `\\${found}`)
}
