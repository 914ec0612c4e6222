import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { lazy } from '../../kit/lazy.tsx'
import { go, hrefHere, place } from '../../routes.ts'

const StartRun = lazy(() => import('./start-run.tsx').then(it => it.StartRun))

export function StartRunButton({ agentId }: { agentId?: string }) {
  const [isOpen, setOpen] = useState(place.value.query.get('start') !== null && agentId === undefined)
  return (
    <>
      <Button kind="primary" icon="runs" onClick={() => setOpen(true)}>
        Start a run
      </Button>
      {isOpen ? (
        <StartRun
          agentId={agentId}
          onClose={() => {
            setOpen(false)
            if (place.value.query.get('start')) go(hrefHere({ start: null }), true)
          }}
        />
      ) : null}
    </>
  )
}
