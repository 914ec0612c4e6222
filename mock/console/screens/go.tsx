// Finds anything by its id, and goes there when there is only one.
import { useEffect } from 'preact/hooks'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { go, rootHref } from '../routes.ts'
import { useControl } from '../state/reads.ts'
import { resourceHref } from './parts/links.tsx'

export default function Go({ path }: { path: readonly string[] }) {
  const id = path[0] === 'go' ? (path[1] ?? '') : (path.at(-1) ?? '')
  const read = useControl('findResource', id ? { query: { id } } : null)
  const found = read.data?.data ?? []
  const unreachable = read.data?.unreachable?.join(', ') ?? ''
  const only = found.length === 1 ? found[0] : undefined
  useEffect(() => {
    if (only) go(resourceHref(only), true)
  }, [only])
  return (
    <Page title={path[0] === 'go' ? 'Find' : 'Not found'}>
      <Panel label="Found">
        {unreachable === '' ? null : (
          <p class="muted">No answer from shard {unreachable}; it may be there.</p>
        )}
        <Loaded
          read={read}
          empty={
            <Empty
              title={`Nothing is called ${id}`}
              text="It may belong to a workspace that is gone, or was never there."
            >
              <a class="button" href={rootHref(['demo'])}>
                To the demo
              </a>
            </Empty>
          }
        >
          {({ data }) => (
            <ul class="stack">
              {data.map(one => (
                <li key={`${one.workspace_id}${one.kind}`}>
                  <a href={resourceHref(one)}>
                    {one.kind} {one.name} in {one.workspace_id}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}
