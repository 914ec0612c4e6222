import { flag, reader, UsageError } from '../../flags/flag.ts'
import { peersIn } from '../../mock/cli/setting-values.ts'
import { defineCommand } from '../command.ts'

const addressIn = reader(
  'an address and a port, such as :4010 or 127.0.0.1:4010',
  text => /^[\w.*:[\]-]*:\d+$/.exec(text)?.[0],
)

export const command = defineCommand({
  description:
    'Prints a configuration for HAProxy that puts several mocks behind one address (docs/shards.md).',
  flags: {
    shards: flag(
      '<list or file>',
      'the shards with their addresses, such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, or a file of them',
      peersIn,
    ),
    bind: flag('<address>', 'where the proxy listens', addressIn, { fallback: ':4010' }),
  },
  notes: `Examples
  agent-work proxy --shards s1=10.0.0.1:4010,s2=10.0.0.2:4010 > haproxy.cfg
  haproxy -c -f haproxy.cfg && haproxy -f haproxy.cfg

Start each shard with --shard, --keep, and --peers with the same list.`,
  async run({ flags: { shards, bind } }, terminal) {
    if (!shards) throw new UsageError('--shards says which there are: --shards s1=10.0.0.1:4010,s2=….')
    terminal.out(haproxyConfig(typeof shards === 'function' ? shards() : shards, bind))
    return 0
  },
})

/** The configuration for HAProxy 2.4 and newer. */
export function haproxyConfig(shards: Readonly<Record<string, string>>, bind: string): string {
  const names = Object.keys(shards)
  const [first = ''] = names
  const address = (name: string) => new URL(shards[name]!).host
  // Containers get new addresses when they restart, so names are resolved at run time.
  const isNamed = names.some(name => !/^[\d.]+:|^\[/.test(address(name)))
  const resolvers = isNamed ? 'resolvers system\n  parse-resolv-conf\n  hold valid 5s\n\n' : ''
  const down = (what: string) =>
    `string '${JSON.stringify({ error: { type: 'internal', code: 'shard_down', message: `${what} is down. Send the request again in a moment.`, param: null, issues: [] } })}'`
  const isDown = (name: string) =>
    `  http-request return status 503 content-type application/json hdr Retry-After 2 hdr X-Mock-Shard ${name} ${down(`The shard ${name}`)} if { var(txn.shard) -m str ${name} } !{ srv_is_up(shards/${name}) }`
  return `# Made by: agent-work proxy --shards ${names.map(name => `${name}=${address(name)}`).join(',')}
${resolvers}global
  # Streams of an old process end, so that their clients come back to the new one after a reload.
  hard-stop-after 30s

defaults
  mode http
  option http-no-delay
  option forwardfor
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout http-request 30s
  # A shard at work is slow to answer; one that is down refuses at once.
  timeout check 10s
${isNamed ? '  default-server init-addr last,libc,none resolvers system resolve-prefer ipv4\n' : ''}  # Until the next check knows which one.
  http-error status 503 content-type application/json hdr Retry-After 2 ${down('A shard')}

frontend mocks
  bind ${bind}
  # ws_s2_7, awk_s2_…, snap_s2_3, ws_s2_7.42: the second field is the shard. A workspace in the path wins over the key.
  http-request set-var(txn.name) path,field(4,/),field(1,.) if { path_reg ^/_mock/(workspaces|explain|snapshots)/(ws|snap)_s[0-9]+_ }
  http-request set-var(txn.name) urlp(workspaces) if { path /_mock/events } { urlp(workspaces) -m reg ^ws_s[0-9]+_ }
  http-request set-var(txn.name) req.hdr(x-mock-as),field(1,/) if !{ var(txn.name) -m found } { req.hdr(x-mock-as) -m reg ^ws_s[0-9]+_ }
  http-request set-var(txn.name) req.hdr(authorization),word(2,' ') if !{ var(txn.name) -m found } { req.hdr(authorization) -m reg -i ^bearer[[:space:]]+awk_s[0-9]+_ }
  http-request set-var(txn.shard) var(txn.name),field(2,_) if { var(txn.name) -m found }
  # A workspace that has moved: the shard in its name passes its requests on and says where to, which is remembered a while.
  http-request set-var(txn.moved) var(txn.name),table_gpt0(moved) if { var(txn.name) -m found }
  http-request set-var(txn.shard) str(s),concat(,txn.moved) if { var(txn.moved) -m int gt 0 }
  http-response track-sc0 var(txn.name) table moved if { res.hdr(x-mock-moved) -m found }
  http-response sc-set-gpt0(0) res.hdr(x-mock-moved),regsub(s,) if { res.hdr(x-mock-moved) -m found }
  # Each shard has a demo of its own, and callers of the demo expect the same one each time.
  http-request set-var(txn.shard) str(${first}) if !{ var(txn.name) -m found } { req.hdr(authorization) -m reg -i ^bearer[[:space:]]+awk_(demo|second-tenant)_ }
  http-request set-var(txn.shard) str(${first}) if !{ var(txn.name) -m found } { path_reg ^/_mock/((workspaces/(current|demo|second-tenant)(/|$))|events$|explain/(demo|second-tenant)\\.) }
  http-request set-var(txn.shard) str(${first}) if !{ var(txn.name) -m found } { req.hdr(x-mock-as) -m found }
  use_backend anywhere if { method POST } { path /_mock/workspaces }
${inLines(names)
  .map(some => `  acl is_known var(txn.shard) -m str ${some.join(' ')}`)
  .join('\n')}
  use_backend shards if is_known
  default_backend unnamed

backend moved
  stick-table type string len 64 size 100k expire 10m store gpt0

backend shards
  option httpchk GET /_mock/ready
${names.map(isDown).join('\n')}
${names.map(name => `  use-server ${name} if { var(txn.shard) -m str ${name} }`).join('\n')}
${names.map(name => `  server ${name} ${address(name)} check inter 1s fall 2 rise 1`).join('\n')}

# What names no shard, such as unknown keys and the console's files, is answered by the first shard that is up; what names one
# that is not in the list, too: with 421.
backend unnamed
${names.map((name, index) => `  server ${name} ${address(name)} track shards/${name}${index === 0 ? '' : ' backup'}`).join('\n')}

backend anywhere
  balance leastconn
${names.map(name => `  server ${name} ${address(name)} track shards/${name}`).join('\n')}`
}

/** HAProxy reads 64 words of a line. */
function inLines(names: readonly string[]): string[][] {
  const size = 50
  return Array.from({ length: Math.ceil(names.length / size) }, (_, n) =>
    names.slice(n * size, (n + 1) * size),
  )
}
