// The certificate of `--https`: that of `--cert` and `--key`, or one that is made once and kept for this user.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, readFile, whyNot, writeFile } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import { type KeyPair, ownHosts, selfSigned } from '../node/self-signed.ts'
import { DAY } from '../simulation/duration.ts'
import { machineDate } from '../simulation/machine-time.ts'
import type { Values } from './settings.ts'

/** A certificate with its key, and the file that clients trust if nobody else vouches for it. */
export interface Https extends KeyPair {
  readonly trusted: string | undefined
}

type HttpsFlags = Partial<Pick<Values, 'https' | 'cert' | 'key' | 'host'>>

type Env = Readonly<Record<string, string | undefined>>

/** Undefined without HTTPS. */
export function httpsFor({ https, cert, key, host }: HttpsFlags, env: Env): Https | undefined {
  if (cert !== undefined && key !== undefined) {
    if (https === false) throw new UsageError('--https no goes without --cert and --key; leave them out.')
    return { ...pairIn(cert, key), trusted: undefined }
  }
  if (cert !== undefined) throw new UsageError('--cert needs the private key of the certificate; add --key.')
  if (key !== undefined) throw new UsageError('--key needs the certificate of the private key; add --cert.')
  return https ? ownPair(ownHosts(host ?? '127.0.0.1'), env) : undefined
}

function pairIn(certPath: string, keyPath: string): KeyPair {
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto')
  const cert = fileText('--cert', certPath)
  const key = fileText('--key', keyPath)
  const certificate = parsed('--cert', certPath, 'a certificate in PEM', () => new X509Certificate(cert))
  const privateKey = parsed('--key', keyPath, 'a private key in PEM, without a passphrase', () =>
    createPrivateKey(key),
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw new UsageError(
      `--key ${keyPath} is not the key of the certificate ${certPath}; they must be a pair.`,
    )
  return { cert, key }
}

export function fileText(flag: string, path: string): string {
  return readFile(path, `${flag} ${path}`).toString()
}

function parsed<Value>(flag: string, path: string, expected: string, parse: () => Value): Value {
  try {
    return parse()
  } catch {
    throw new UsageError(`${flag} ${path} must be ${expected}.`)
  }
}

/** The pair of this user, made anew when it is about to expire or lacks an address. */
function ownPair(hosts: readonly string[], env: Env): Https {
  const folder = join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'agent-work')
  const paths = { cert: join(folder, 'localhost-cert.pem'), key: join(folder, 'localhost-key.pem') }
  const kept = keptPair(paths, hosts)
  if (kept) return { ...kept, trusted: paths.cert }
  const pair = selfSigned(hosts, machineDate())
  try {
    makeFolder(folder, 0o700)
    writeFile(paths.key, pair.key)
    writeFile(paths.cert, pair.cert, { isPublic: true })
  } catch (error) {
    throw new UsageError(
      `--https cannot write its certificate into ${folder}: ${whyNot(error)}. Set XDG_STATE_HOME to a folder that is writable, or give --cert and --key.`,
    )
  }
  return { ...pair, trusted: paths.cert }
}

function keptPair(paths: KeyPair, hosts: readonly string[]): KeyPair | undefined {
  try {
    const pair = { cert: readFileSync(paths.cert, 'utf8'), key: readFileSync(paths.key, 'utf8') }
    const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto')
    const certificate = new X509Certificate(pair.cert)
    const isFor = (host: string) =>
      isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)
    const endsAt = Date.parse(certificate.validTo)
    const isSound = endsAt > machineDate() + 7 * DAY && hosts.every(isFor)
    return isSound && certificate.checkPrivateKey(createPrivateKey(pair.key)) ? pair : undefined
  } catch {
    return undefined
  }
}
