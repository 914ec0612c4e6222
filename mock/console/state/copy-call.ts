import { asCurl } from '../calls/as-code.ts'
import { ask, type Call, control } from '../calls/call.ts'
import { copy } from '../kit/code.tsx'

/** Copies a call as curl that works when it is pasted: with the key itself, which is only good for this mock. */
export async function copyAsCurl(call: Call): Promise<void> {
  const [workspace_id, key] = call.as?.split('/') ?? []
  const keys = workspace_id && (await ask(control('listKeys', { path: { workspace_id } })))
  const secret = keys ? keys.data.find(({ name }) => name === key)?.secret : undefined
  await copy(asCurl(call, secret), 'Copied as curl')
}
