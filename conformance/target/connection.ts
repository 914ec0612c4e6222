/** How the deployment is reached: proxies, a private certificate authority, a client certificate. */
import * as tls from 'node:tls'
import { readFile } from '../../flags/files.ts'
import { TargetProblem } from './problem.ts'
import type { ConnectionInput } from './target-schema.ts'

export interface Connection {
  /** Options for undici's proxy agent; an empty text means no proxy. */
  proxy: { httpProxy: string; httpsProxy: string; noProxy: string }
  tls: { ca?: string[]; cert?: string; key?: string }
  /** A service in this process, called instead of the network. */
  fetch?: typeof globalThis.fetch
}

const PREFIX = 'AGENT_WORK_CONFORMANCE'

/** Deployments on this machine are never reached through a proxy. */
const LOOPBACK = 'localhost,127.0.0.1,::1'

export function readConnection(input: ConnectionInput = {}, env: NodeJS.ProcessEnv): Connection {
  const variable = (name: string) => env[name] || env[name.toLowerCase()] || ''
  const file = (what: 'ca' | 'cert' | 'key', name: string) => {
    const path = input[what] ?? env[`${PREFIX}_${name}`]
    return path ? readPem(path, `connection.${what}`) : undefined
  }
  const [ca, cert, key] = [file('ca', 'CA'), file('cert', 'CERT'), file('key', 'CERT_KEY')]
  if ((cert === undefined) !== (key === undefined))
    throw new TargetProblem('connection: cert and key must be given together')
  return {
    proxy: {
      httpProxy: proxyUrl(input.proxy ?? variable('HTTP_PROXY')),
      httpsProxy: proxyUrl(input.proxy ?? (variable('HTTPS_PROXY') || variable('HTTP_PROXY'))),
      noProxy: [LOOPBACK, input.no_proxy ?? variable('NO_PROXY')].filter(Boolean).join(','),
    },
    tls: {
      ...(ca !== undefined && { ca: [...usualAuthorities(), ca] }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    },
  }
}

/** The authorities of Node and NODE_EXTRA_CA_CERTS; before Node 22.15 only those of Node. */
function usualAuthorities(): readonly string[] {
  return tls.getCACertificates ? tls.getCACertificates('default') : tls.rootCertificates
}

function proxyUrl(text: string): string {
  if (text === '') return ''
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TargetProblem(`the proxy must be an http or https address, such as http://proxy.example:3128`)
  return url.href
}

function readPem(path: string, place: string): string {
  const text = readFile(path, `${place}: ${path}`).toString()
  if (text.includes('-----BEGIN ')) return text
  throw new TargetProblem(`${place}: ${path} must be a PEM file`)
}
