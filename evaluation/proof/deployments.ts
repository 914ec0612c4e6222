/** Starts deployments of the mock for the suite: many in one process, each with its own base path. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Mock, startMock, suiteTarget } from '#mock'
import type { TargetInput } from '../../conformance/index.ts'
import { serving } from '../../mock/testing/serving.ts'
import type { Deployment, Deviation, Tenants } from './deployment.ts'
import { type Intercept, interceptedLife } from './intercept.ts'
import { addMockFixtures } from './mock-fixtures.ts'

export interface Deployments extends AsyncDisposable {
  /** Opens a deployment; the deviation may read its workspaces. */
  open(deviation?: Deviation | ((world: Tenants) => Deviation)): Deployment
}

/**
 * Starts a server whose deployments all begin at nine this morning with the same content.
 *
 * @example
 * await using deployments = await startDeployments(500)
 * using deployment = deployments.open()
 * const report = await run(deployment.target)
 */
export async function startDeployments(scale: number): Promise<Deployments> {
  const clock = { frozen: new Date(new Date().setUTCHours(9, 0, 0, 0)) }
  // A mutant may cause bugs.
  const onBug = () => {}
  const intercepts = new Map<string, () => Intercept | undefined>()
  const [mock, elsewhere] = await Promise.all([
    startMock({ clock, onBug, steps: interceptedLife(id => intercepts.get(id)?.()) }),
    startMock({ clock, seed: 'elsewhere', onBug }),
  ])
  const open = new Map<string, Deviation>()
  const listener = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    response.sendDate = false
    const [, name = ''] = /^\/(d\d+)(?=\/)/.exec(request.url ?? '') ?? []
    const deviation = open.get(name)
    if (!deviation) return void response.writeHead(404).end()
    request.url = request.url?.slice(name.length + 1)
    patchHead(response, request, name, deviation)
    if (!deviation.arrive?.(request, response)) mock.handle(request, response)
  })
  const server = await serving(listener)
  let opened = 0
  return {
    open(given = {}) {
      opened += 1
      const name = `d${opened}`
      // A deviation may need the workspaces, which are created with it, so its intercepts are looked up on use.
      let deviation: Deviation = {}
      const { profile = {}, dialect, workspace } = typeof given === 'function' ? {} : given
      const options = { ...workspace, profile, ...(dialect && { twin: { twin: 1, dialect } as const }) }
      const own = mock.workspace(options)
      const other = elsewhere.workspace(options)
      const neighbour = other.workspace.fork(`neighbour_${opened}`)
      other.dispose()
      mock.registry.add(neighbour)
      intercepts.set(own.id, () => deviation.intercept)
      intercepts.set(neighbour.id, () => deviation.neighbour)
      const complete: Tenants = { home: own.workspace, roles: own.roles, neighbour }
      deviation = typeof given === 'function' ? given(complete) : given
      addMockFixtures(complete)
      deviation.prepare?.(own, neighbour)
      for (const { simulation } of [complete.home, complete.neighbour])
        simulation.setMode({ kind: 'scaled', factor: scale })
      open.set(name, deviation)
      return {
        tenants: complete,
        target: targetOf(`${server.url}/${name}`, complete, scale),
        fetch: deviation.arrive || deviation.depart ? undefined : fetchBelow(`/${name}`, mock),
        [Symbol.dispose]() {
          open.delete(name)
          intercepts.delete(own.id)
          intercepts.delete(neighbour.id)
          own.dispose()
          mock.registry.remove(neighbour.id)
          for (const { simulation } of [complete.home, complete.neighbour])
            simulation.setMode({ kind: 'frozen' })
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([server[Symbol.asyncDispose](), mock.stop(), elsewhere.stop()])
    },
  }
}

/** A fetch that keeps redirects of the mock below a path. */
function fetchBelow(root: string, mock: Mock): typeof globalThis.fetch {
  return async (asked, init) => {
    const url = new URL(asked instanceof Request ? asked.url : asked)
    url.pathname = url.pathname.slice(root.length)
    const reply = await mock.fetch(new Request(url, asked instanceof Request ? asked : init))
    const location = reply.headers.get('location')
    if (location?.startsWith('/')) reply.headers.set('location', root + location)
    return reply
  }
}

/** The target file that the mock writes for itself, with a faster clock. */
function targetOf(baseUrl: string, { home, neighbour }: Tenants, scale: number): TargetInput {
  const target = suiteTarget({ baseUrl, workspace: home, other: neighbour }) as unknown as TargetInput
  return { ...target, name: 'the mock', pace: { clock_scale: scale, concurrency: 8, timeout_seconds: 20 } }
}

/** Keeps redirects below the deployment's path, then applies the deviation to the head. */
function patchHead(response: ServerResponse, request: IncomingMessage, name: string, deviation: Deviation) {
  const writeHead = response.writeHead.bind(response) as (status: number, headers?: object) => ServerResponse
  const patched = (status: number, given: Record<string, string | number> = {}) => {
    const { location } = given
    const moved = typeof location === 'string' && location.startsWith('/') ? `/${name}${location}` : location
    const headers = { ...given, ...(moved !== undefined && { location: moved }) }
    const head = deviation.depart?.({ status, headers }, request) ?? { status, headers }
    return writeHead(head.status, head.headers)
  }
  response.writeHead = patched as typeof response.writeHead
}
