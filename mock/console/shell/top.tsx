// The buttons of the top bar. What their menus hold is loaded when one opens.
import { Icon } from '../kit/icon.tsx'
import { lazy } from '../kit/lazy.tsx'
import { Menu } from '../kit/menu.tsx'
import { place, workspaceId } from '../routes.ts'
import { connection } from '../state/live.ts'
import { showDialog } from '../state/open-dialogs.ts'

const menus = () => import('./top-menus.tsx')
const WorkspaceItems = lazy(() => menus().then(it => it.WorkspaceItems))
const AsItems = lazy(() => menus().then(it => it.AsItems))
const UndoPreview = lazy(() => menus().then(it => it.UndoPreview))
const ScreenItems = lazy(() => menus().then(it => it.ScreenItems))
const MoreItems = lazy(() => menus().then(it => it.MoreItems))

export function WorkspaceMenu() {
  const button = (
    <>
      <span class="cut strong">{workspaceId.value ?? 'All workspaces'}</span>
      <Icon name="down" />
    </>
  )
  return (
    <Menu class="quiet workspace-menu" align="start" label="Switch workspace" button={button}>
      <WorkspaceItems />
    </Menu>
  )
}

/** The menus at the end of the bar, and the search. */
export function TopEnd() {
  const as = place.value.query.get('as')
  const { state } = connection.value
  const stateText = state === 'live' ? 'live' : state === 'lost' ? 'not live' : 'connecting'
  const asButton = (
    <>
      <Icon name="eye" />
      <span class="cut">{as ?? 'Everyone'}</span>
      <Icon name="down" />
    </>
  )
  const settingsButton = (
    <>
      <Icon name="settings" />
      <span class={`dot ${state === 'live' ? 'green' : 'red'}`} />
    </>
  )
  return (
    <div class="top-end row">
      {workspaceId.value ? (
        <>
          <Menu
            class={`quiet as-menu ${as ? 'is-as' : ''}`}
            label={as ? `Looking as ${as}; choose another key` : 'Look as a key'}
            button={asButton}
          >
            <AsItems />
          </Menu>
          <Menu class="quiet undo-menu" label="Undo and redo" button={<Icon name="undo" />}>
            <UndoPreview />
          </Menu>
        </>
      ) : null}
      <button
        type="button"
        class="button search-button"
        onClick={() => showDialog('palette')}
        title="Search and commands (Ctrl K)"
      >
        <Icon name="search" />
        <span class="search-words">Search</span>
        <kbd class="search-words">Ctrl K</kbd>
      </button>
      <Menu class="quiet settings-menu" label={`Settings and links; ${stateText}`} button={settingsButton}>
        <MoreItems />
      </Menu>
    </div>
  )
}

/** All screens, where there is no room for them at the side. */
export function ScreensMenu() {
  const button = (
    <>
      <Icon name="more" />
      <span>More</span>
    </>
  )
  return (
    <Menu class="quiet screens-menu" label="screens" button={button}>
      <ScreenItems />
    </Menu>
  )
}
