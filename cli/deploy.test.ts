import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { mockOptions, readOptions } from '../mock/cli/options.ts'
import { controlRows } from '../mock/control/document.ts'
import { haproxyConfig } from './commands/proxy.ts'

const folder = join(import.meta.dirname, '../examples/deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const paths: readonly string[] = controlRows.map(({ path }) => path)

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; volumes: string[]; ports?: string[]; depends_on?: string[] }
  >
  volumes: Record<string, null>
}

test('the Compose file starts shards that know each other, behind the printed configuration', async () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as Compose
  const { proxy, ...shards } = services
  const addresses: Record<string, string> = {}
  for (const [name, { environment = {}, volumes: mounts }] of Object.entries(shards)) {
    const options = mockOptions(await readOptions([], environment, folder))
    expect(options).toMatchObject({ shard: name, keep: { file: '/data/world.db' } })
    expect(Object.keys(options.peers ?? {})).toEqual(Object.keys(shards))
    expect(volumes).toHaveProperty(mounts[0]!.split(':')[0]!)
    addresses[name] = (options.peers as Record<string, string>)[name]!
  }
  expect(proxy?.depends_on).toEqual(Object.keys(shards))
  // `npx --no agent-work proxy --shards s1=s1:4010,s2=s2:4010 > examples/deploy/haproxy.cfg`
  expect(read('haproxy.cfg')).toBe(`${haproxyConfig(addresses, ':4010')}\n`)
})

test('the objects for Kubernetes fit together', async () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'))
  for (const { errors } of documents) expect(errors).toEqual([])
  const objects = documents.map(document => document.toJS())
  const kinds = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(kinds).toEqual([
    'Service agent-work',
    'StatefulSet agent-work',
    'Deployment agent-work-proxy',
    'Service agent-work-proxy',
  ])
  const [service, set, deployment, front] = objects.map(({ spec }) => spec)
  for (const [selecting, selected] of [
    [service.selector, set],
    [front.selector, deployment],
  ]) {
    expect(selected.template.metadata.labels).toMatchObject(selecting)
    expect(selected.selector.matchLabels).toEqual(selecting)
  }
  expect(set.serviceName).toBe('agent-work')
  const [container] = set.template.spec.containers
  for (const probe of [container.readinessProbe, container.livenessProbe])
    expect(paths).toContain(probe.httpGet.path)
  expect(container.volumeMounts[0].name).toBe(set.volumeClaimTemplates[0].metadata.name)
  const env = Object.fromEntries(
    container.env.map(({ name, value = 'secret' }: { name: string; value?: string }) => [name, value]),
  )
  const { peers = {} } = mockOptions(await readOptions([], env, folder))
  const pods = Array.from({ length: set.replicas }, (_, pod) => [
    `s${pod}`,
    `http://agent-work-${pod}.agent-work:4010`,
  ])
  expect(peers).toEqual(Object.fromEntries(pods))
  expect(container.command.at(-1)).toContain('--shard "s${HOSTNAME##*-}"')
})
