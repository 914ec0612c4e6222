import { useEffect } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { lazy } from '../../kit/lazy.tsx'
import { go, hrefHere, place } from '../../routes.ts'
import { showDialog } from '../../state/open-dialogs.ts'

const StartRun = lazy(() => import('./start-run.tsx').then(it => it.StartRun))

export function StartRunButton({ agentId }: { agentId?: string }) {
  const start = () => showDialog(() => <StartRun agentId={agentId} />)
  const isWanted = place.value.query.has('start')
  useEffect(() => {
    if (!isWanted) return
    go(hrefHere({ start: null }), true)
    start()
  }, [isWanted])
  return (
    <Button kind="primary" icon="runs" onClick={start}>
      Start a run
    </Button>
  )
}
