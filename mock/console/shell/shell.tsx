// The frame around every screen: top bar, navigation, banners, notes and dialogs.
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { lazy } from '../kit/lazy.tsx'
import { Problem, Skeleton } from '../kit/loaded.tsx'
import { Page, pageName } from '../kit/page.tsx'
import { go, href, place, rootHref, workspaceId } from '../routes.ts'
import { connection, isAnotherWorld, isOutdated, workspaces } from '../state/live.ts'
import { openDialog } from '../state/open-dialogs.ts'
import { readAgain, useControl } from '../state/reads.ts'
import { undoQuestion } from '../state/undo.ts'
import { ClockBar } from './clock-bar.tsx'
import { iconOf, loaders, type Screen, screenGroups, screens } from './screens.ts'
import { followKeys } from './shortcuts.ts'
import { ToastList } from './toast-list.tsx'
import { ScreensMenu, TopEnd, WorkspaceMenu } from './top.tsx'

const Dialogs = lazy(() => import('./dialogs.tsx').then(it => it.Dialogs))

export function Shell() {
  useEffect(followKeys, [])
  // The palette is loaded before somebody asks for it, because whoever presses Ctrl K types at once.
  useEffect(() => {
    const timer = setTimeout(Dialogs.load, 800)
    return () => clearTimeout(timer)
  }, [])
  const { path } = place.value
  useEffect(() => {
    if (path.length === 0) go(rootHref(['demo']), true)
  }, [path])
  const lost = connection.value.state === 'lost'
  return (
    <div class={`app ${lost ? 'is-lost' : ''}`}>
      <a class="skip-link" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <header class="top row">
        <a class="brand row" href={href([])} aria-label="Agent Work mock">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect width="24" height="24" rx="6" />
            <path d="M7 12.5l3.2 3.2L17 8.8" />
          </svg>
          <span class="brand-name">Agent Work mock</span>
        </a>
        <WorkspaceMenu />
        {workspaceId.value ? <ClockBar /> : <span class="grow" />}
        <TopEnd />
      </header>
      <Rail />
      <main id="main" tabIndex={-1}>
        <Banners />
        <CurrentScreen />
      </main>
      <BottomBar />
      <ToastList />
      {/* Tells readers of the screen where a link led, which a browser does only when it loads a page. */}
      <p class="only-read" role="status">
        {pageName}
      </p>
      {openDialog.value || undoQuestion.value ? (
        <Guarded>
          <Dialogs />
        </Guarded>
      ) : null}
    </div>
  )
}

function skipToMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

const lazyScreens = new Map(
  Object.entries(loaders).map(([id, load]) => [
    id,
    lazy(() => load().then(it => it.default), Skeleton, BrokenScreen),
  ]),
)

function CurrentScreen() {
  const { path } = place.value
  const [first, second = ''] = path
  const ws = workspaceId.value
  const list = useControl('listWorkspaces', {}).data
  const isGone = ws !== null && list?.data.every(({ id }) => id !== ws)
  const id = isGone ? 'workspaces' : ws === null ? first : second
  const CurrentOne = lazyScreens.get(id ?? '') ?? lazyScreens.get('go')
  if (first === undefined || !CurrentOne) return <Skeleton />
  return (
    <Guarded>
      {isGone ? (
        <div class="banner row red" role="alert">
          There is no workspace {ws}; it may have been deleted, or have expired. These are there:
        </div>
      ) : null}
      <CurrentOne path={path} key={path[0]} />
    </Guarded>
  )
}

/** Shows what breaks below it. It tries again on another screen, and when the mock that was away is back. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, tryAgain] = useErrorBoundary()
  useEffect(tryAgain, [place.value.path.join('/'), connection.value.state])
  return error ? <BrokenScreen error={error} /> : children
}

function BrokenScreen({ error }: { error: Error }) {
  return (
    <Page title="This screen cannot be shown">
      <Problem error={error} />
      <p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </p>
    </Page>
  )
}

function Rail() {
  return (
    <nav class="rail" aria-label="Screens">
      {Object.entries(screenGroups).map(([group, screens]) => (
        <div class="rail-group" key={group}>
          <h2>{group}</h2>
          {screens.map(screen => (
            <RailLink screen={screen} key={screen.id} />
          ))}
        </div>
      ))}
    </nav>
  )
}

function RailLink({ screen }: { screen: Screen }) {
  const { path } = place.value
  const own = path[1] === 'tasks' ? 'board' : (path[1] ?? '')
  const isCurrent = workspaceId.value !== null && own === screen.id
  const waiting = screen.id === 'waiting' ? (workspaces.value[workspaceId.value ?? 'demo']?.waiting ?? 0) : 0
  return (
    <a
      class="row"
      href={href([screen.id])}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={() => lazyScreens.get(screen.id)?.load()}
    >
      <Icon name={iconOf(screen)} />
      <span class="grow">{screen.name}</span>
      {waiting > 0 ? <span class="badge">{waiting}</span> : null}
    </a>
  )
}

function BottomBar() {
  const shown = screens.filter(({ id }) => ['', 'waiting', 'runs', 'journal'].includes(id))
  return (
    <nav class="bottom-bar" aria-label="Main screens">
      {shown.map(screen => (
        <RailLink screen={screen} key={screen.id} />
      ))}
      <ScreensMenu />
    </nav>
  )
}

function Banners() {
  const state = connection.value
  const understood = () => {
    isAnotherWorld.value = false
  }
  return (
    <div aria-live="polite">
      {state.state === 'lost' ? (
        <Banner isRed verb="Try now" act={readAgain}>
          {state.status === 401
            ? 'The mock asks for its control key.'
            : `Not live since ${state.since.toLocaleTimeString('en-GB')}, trying again. What you see is of then.`}
        </Banner>
      ) : null}
      {isAnotherWorld.value ? (
        <Banner verb="Understood" act={understood}>
          The mock was started again: this is another world now. What it did not keep is gone.
        </Banner>
      ) : null}
      {isOutdated.value ? (
        <Banner verb="Reload" act={() => location.reload()}>
          The mock serves a newer console.
        </Banner>
      ) : null}
    </div>
  )
}

interface BannerProps {
  isRed?: boolean
  verb: string
  act: () => void
  children: ComponentChildren
}

function Banner({ isRed = false, verb, act, children }: BannerProps) {
  return (
    <div class={`banner row ${isRed ? 'red' : ''}`}>
      {isRed ? <span class="dot red" /> : null}
      <span class="grow">{children}</span>
      <Button small onClick={act}>
        {verb}
      </Button>
    </div>
  )
}
