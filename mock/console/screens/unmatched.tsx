// Requests whose key is missing or unknown, which belong to no workspace. They are what goes wrong first.
import { Empty, Page, ReadPanel } from '../kit/page.tsx'
import { HttpStatus, Time } from '../kit/values.tsx'
import { rootHref } from '../routes.ts'
import { useControl } from '../state/reads.ts'
import { CallText } from './parts/call-text.tsx'

export default function Unmatched() {
  const read = useControl('listUnmatchedRequests', {})
  return (
    <Page
      title="Requests without a known key"
      note="They match no workspace, so no journal has them. What is probably wrong with each:"
    >
      <ReadPanel
        flush
        label="Requests"
        read={read}
        empty={
          <Empty title="None" text="Every request so far came with a key that a workspace has.">
            <a class="button" href={rootHref(['demo'])}>
              Back to the demo
            </a>
          </Empty>
        }
      >
        {({ data }) => (
          <ul class="cards">
            {[...data]
              .reverse()
              .slice(0, 200)
              .map(({ exchange, why }) => (
                <li key={exchange.id}>
                  <div class="row">
                    <HttpStatus status={exchange.status} />
                    <CallText call={exchange} />
                    <span class="grow" />
                    <Time at={exchange.at} />
                  </div>
                  <p class="soft">{why}</p>
                </li>
              ))}
          </ul>
        )}
      </ReadPanel>
    </Page>
  )
}
