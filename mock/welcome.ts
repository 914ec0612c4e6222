import type { Mock } from './index.ts'

/** What is printed when the mock is ready: where it is, the keys, and two lines to paste. */
export function welcome({ url, demo }: Mock): string {
  const { keys, agents } = demo.roles
  const agent = agents['agent-that-finishes']
  const line = '─'.repeat(78)
  return `
  agent-work mock is ready at ${url}
  ${line}
  keys     admin     ${keys.admin}
           manager   ${keys.manager}
           member    ${keys.member}
           read-only ${keys['read-only']}

  try      curl -H 'Authorization: Bearer ${keys.admin}' '${url}/runs?limit=3'

           curl -H 'Authorization: Bearer ${keys.admin}' -H 'Content-Type: application/json' \\
             -d '{"input":{"task":"Check invoice 17"}}' ${url}/agents/${agent}/run

  reference  ${url}/_mock/reference
  stop       Ctrl-C
`
}
