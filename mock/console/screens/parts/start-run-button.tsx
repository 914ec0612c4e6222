import { useState } from 'preact/hooks'
import { later } from '../../kit/later.tsx'
import { Button } from '../../kit/parts.tsx'
import { go, hrefHere, place } from '../../routes.ts'

const StartRun = later(() => import('./start-run.tsx').then(it => it.StartRun))

export function StartRunButton({ agentId, small = false }: { agentId?: string; small?: boolean }) {
  const [isOpen, setOpen] = useState(place.value.query.get('start') !== null && agentId === undefined)
  return (
    <>
      <Button kind="primary" icon="runs" small={small} onClick={() => setOpen(true)}>
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
