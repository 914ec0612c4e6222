// Reads the mock's stream once for all tabs, because a browser allows no more than six connections to one server.
// The same file serves as a shared worker and, where there is none, as a module of the page.
import { type Follow, followStream, type StreamReport } from './state/follow-stream.ts'

interface Tab {
  readonly port: MessagePort
  wanted: Follow
}

const tabs = new Set<Tab>()
let following: { url: string; key: string; stop: () => void } | undefined
/** The state and the greeting of the stream, for tabs that open later. */
let lastState: StreamReport | undefined
let hello: StreamReport | undefined
let lastId: string | null = null

addEventListener('connect', event => {
  const port = (event as MessageEvent).ports[0]!
  const tab: Tab = { port, wanted: { root: '', key: '', workspaces: [], chats: [] } }
  tabs.add(tab)
  port.onmessage = ({ data }: MessageEvent<Follow | 'bye'>) => {
    if (data === 'bye') tabs.delete(tab)
    else {
      tab.wanted = data
      if (hello) port.postMessage(hello)
      if (lastState) port.postMessage(lastState)
    }
    follow()
  }
})

/** Follows the workspaces and chats of all tabs in one stream. */
function follow(): void {
  const wanted = [...tabs].map(tab => tab.wanted)
  const root = wanted.find(one => one.root !== '')?.root
  if (root === undefined) {
    following?.stop()
    following = undefined
    return
  }
  const key = wanted.find(one => one.key !== '')?.key ?? ''
  const all = {
    root,
    key,
    workspaces: union(wanted.map(one => one.workspaces)),
    chats: union(wanted.map(one => one.chats)),
  }
  const url = JSON.stringify([all.workspaces, all.chats])
  if (following?.url === url && following.key === key) return
  following?.stop()
  const stop = followStream(all, lastId, report => {
    if (report.kind === 'message') lastId = report.id
    if (report.kind === 'message' && report.event === 'hello') hello = report
    if (report.kind !== 'message') lastState = report
    for (const { port } of tabs) port.postMessage(report)
  })
  following = { url, key, stop }
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].sort()
}
