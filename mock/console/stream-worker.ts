// Reads the mock's stream once for all tabs, because a browser allows no more than six connections to one server.
// Where there is no shared worker, each page follows the stream by itself.
import { type Follow, followStream } from './state/follow-stream.ts'

interface Tab {
  readonly port: MessagePort
  /** Undefined until the tab says so. */
  wanted?: Follow
}

const tabs = new Set<Tab>()
let following: { name: string; stop: () => void } | undefined

addEventListener('connect', event => {
  const port = (event as MessageEvent).ports[0]!
  const tab: Tab = { port }
  tabs.add(tab)
  port.onmessage = ({ data }: MessageEvent<Follow | 'bye'>) => {
    if (data === 'bye') tabs.delete(tab)
    else {
      // A tab that is new learns how things stand from the greeting of a new stream.
      if (!tab.wanted) stop()
      tab.wanted = data
    }
    follow()
  }
})

/** Follows the workspaces and chats of all tabs in one stream. */
function follow(): void {
  const wanted = [...tabs].flatMap(tab => tab.wanted ?? [])
  if (wanted.length === 0) {
    stop()
    return
  }
  const all: Follow = {
    key: wanted.find(one => one.key !== '')?.key ?? '',
    workspaces: union(wanted.map(one => one.workspaces)),
    chats: union(wanted.map(one => one.chats)),
  }
  const name = JSON.stringify(all)
  if (following?.name === name) return
  stop()
  following = {
    name,
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
