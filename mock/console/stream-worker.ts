// Reads the mock's stream once for all tabs, because a browser allows no more than six connections to one server.
// The same file serves as a shared worker and, where there is none, as a module of the page.
import { type Follow, followStream } from './state/follow-stream.ts'

interface Tab {
  readonly port: MessagePort
  wanted: Follow
}

const tabs = new Set<Tab>()
let following: { url: string; key: string; stop: () => void } | undefined

addEventListener('connect', event => {
  const port = (event as MessageEvent).ports[0]!
  const tab: Tab = { port, wanted: { root: '', key: '', workspaces: [], chats: [] } }
  tabs.add(tab)
  port.onmessage = ({ data }: MessageEvent<Follow | 'bye'>) => {
    if (data === 'bye') tabs.delete(tab)
    else {
      // A tab that is new learns how things stand from the greeting of a new stream.
      if (tab.wanted.root === '') stop()
      tab.wanted = data
    }
    follow()
  }
})

/** Follows the workspaces and chats of all tabs in one stream. */
function follow(): void {
  const wanted = [...tabs].map(tab => tab.wanted)
  const root = wanted.find(one => one.root !== '')?.root
  if (root === undefined) {
    stop()
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
  stop()
  following = {
    url,
    key,
    stop: followStream(all, report => {
      for (const { port } of tabs) port.postMessage(report)
    }),
  }
}

function stop(): void {
  following?.stop()
  following = undefined
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].sort()
}
