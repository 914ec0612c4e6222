/** From what a check lacked to the line that an operator adds to the target: fixtures, keys, members. */

/** A line of the target file, or undefined where nothing in the target would help. */
export function targetLine(missing: string): string | undefined {
  for (const [pattern, line] of LINES) {
    const found = pattern.exec(missing)
    if (found) return line(found[1] ?? '', found[2] ?? '')
  }
  return undefined
}

const FIXTURE: Record<string, string> = {
  'agent-asks-fields': 'id: AGENT_ID, values: { FIELD: VALUE }',
  board: 'id: BOARD_ID, prefix: OPS',
  'knowledge-hit': 'query: WORDS_THAT_HIT',
  'knowledge-second': 'query: WORDS, folder: FOLDER_ID',
  'knowledge-private': 'query: WORDS, folder: FOLDER_ID, key: NAME_OF_A_KEY',
  'agent-private': 'id: AGENT_ID, key: NAME_OF_ITS_OWNERS_KEY',
  'workflow-with-gate': 'id: WORKFLOW_ID, key: NAME_OF_A_KEY_THAT_MAY_NOT_DECIDE',
}

const fixture = (name: string) => {
  const kind = /^agent-(?!cy)/.test(name) ? 'AGENT' : name.replace(/^.*-/, '').toUpperCase()
  return `fixtures: { ${name}: { ${FIXTURE[name] ?? `id: ${kind}_ID`} } }`
}
const key = (name: string, rest: string) =>
  `keys: { ${name}: { env: ${name.toUpperCase().replaceAll('-', '_')}_KEY, ${rest} } }`

/** One narrow key serves nearly all of these; the scope that it has needs another. */
const without = (scope: string) =>
  scope === 'agents:read'
    ? key('narrow-too', 'scopes: [tasks:read], owner: NAME')
    : key('narrow', 'scopes: [agents:read], owner: NAME')

const LINES: readonly [RegExp, (first: string, second: string) => string][] = [
  [
    /fixtures?[ .]([a-z]+(?:-[a-z]+)*)\.repeats/,
    name => `fixtures: { ${name}: { id: AGENT_ID, repeats: true } }`,
  ],
  [/\bfixtures?[ .]([a-z]+(?:-[a-z]+)*)/, fixture],
  [/name it, members\.([A-Z]+-\d+)/, id => `members: { ${id}: NAME_OF_THE_MEMBER }`],
  [/of a person with role (\w+)/, role => key(role, `role: ${role}, scopes: all, owner: NAME`)],
  [
    /two keys of one person|keys of two persons|a key of another person/,
    () => key('second', 'scopes: all, owner: NAME'),
  ],
  [/a revoked key/, () => key('old', 'revoked: true')],
  [/of another tenant/, () => key('elsewhere', 'role: admin, scopes: all, tenant: other')],
  [/a key with the scope ([\w:-]+) and no other/, scope => key('runner', `scopes: [${scope}]`)],
  [/a key (?:with a single scope other than|whose scopes are named and do not hold) ([\w:-]+)/, without],
  [/a key with scope ([\w:-]+)/, scope => key('more', `scopes: [${scope}]`)],
  [/person_id/, () => 'keys: { admin: { person_id: USER_ID } }'],
  [/the id of a (schedule|project|group|board) that exists/, fixture],
  [/^budget: .*runs/, () => 'budget: { runs: 160 }'],
  [/^budget: .*euros/, () => 'budget: { euros: 5 }'],
  [/^budget: .*minutes/, () => 'budget: { minutes: 40 }'],
  [/a pending approval/, () => fixture('agent-waits-approval')],
  [/an archived task/, () => fixture('archived-task')],
  [/two boards/, () => fixture('second-board')],
]
