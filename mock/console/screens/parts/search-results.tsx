// What the server finds by the text of the address, in place of a list.
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Empty, Panel } from '../../kit/page.tsx'
import { place } from '../../routes.ts'
import { useControl } from '../../state/reads.ts'
import { resourceHref } from './links.tsx'

const PAGE = 50

export function SearchResults({ kind }: { kind: 'task' | 'run' }) {
  const text = (place.value.query.get('text') ?? '').trim()
  return text === '' ? null : <Results key={text} text={text} kind={kind} />
}

function Results({ text, kind }: { text: string; kind: 'task' | 'run' }) {
  const [limit, setLimit] = useState(PAGE)
  const read = useControl('searchWorkspace', { query: { text, kind, limit: Math.min(limit, 200) } })
  return (
    <Loaded read={read}>
      {({ data, total }) => (
        <Panel title={`${total} with “${text}”`} flush>
          {place.value.query.get('as') ? (
            <p class="body muted small">The search is of everybody’s, whatever the key sees.</p>
          ) : null}
          {total === 0 ? (
            <Empty
              title={`No ${kind} has that text`}
              text="Every word has to stand in its name, its task, its summary or another of its texts."
            />
          ) : null}
          <ul class="changes">
            {data.map(found => (
              <li key={found.id}>
                <a class="found plain-link" href={resourceHref(found)}>
                  <span class="strong">{found.name}</span>
                  <span class="soft cut">{found.excerpt}</span>
                </a>
              </li>
            ))}
          </ul>
          {total > data.length && limit < 200 ? (
            <footer>
              <Button small onClick={() => setLimit(limit + PAGE)}>
                More
              </Button>
            </footer>
          ) : null}
        </Panel>
      )}
    </Loaded>
  )
}
