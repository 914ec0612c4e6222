// The buttons of the top bar. What their menus hold is loaded when one opens.
import { Icon } from '../kit/icon.tsx'
import { lazy } from '../kit/lazy.tsx'
import { Menu } from '../kit/menu.tsx'
import { place } from '../routes.ts'
import { connection, workspaceId } from '../state/live.ts'
import { isPaletteOpen } from '../state/open-dialogs.ts'

const menus = () => import('./top-menus.tsx')
const WorkspaceItems = lazy(() => menus().then(it => it.WorkspaceItems))
const AsItems = lazy(() => menus().then(it => it.AsItems))
const UndoPreview = lazy(() => menus().then(it => it.UndoPreview))
const ScreenItems = lazy(() => menus().then(it => it.ScreenItems))
const MoreItems = lazy(() => menus().then(it => it.MoreItems))

export function WorkspaceMenu() {
  const id = workspaceId.value
  return (
    <Menu
      class="quiet workspace-menu"
      label="Switch workspace"
      button={
        <>
          <span class="cut strong">{id ?? 'All workspaces'}</span>
          <Icon name="down" />
        </>
      }
    >
      <WorkspaceItems />
    </Menu>
  )
}

export function AsMenu() {
  const as = place.value.query.get('as')
  return (
    <Menu
      class={`quiet as-menu ${as ? 'is-as' : ''}`}
      align="end"
      label={as ? `Looking as ${as}; choose another key` : 'Look as a key'}
      button={
        <>
          <Icon name="eye" />
          <span class="cut">{as ?? 'Everyone'}</span>
          <Icon name="down" />
        </>
      }
    >
      <AsItems />
    </Menu>
  )
}

export function UndoButton() {
  return (
    <Menu class="quiet undo-menu" align="end" label="Undo and redo" button={<Icon name="undo" />}>
      <UndoPreview />
    </Menu>
  )
}

export function SearchButton() {
  return (
    <button
      type="button"
      class="button search-button"
      onClick={() => {
        isPaletteOpen.value = true
      }}
      title="Search and commands (Ctrl K)"
    >
      <Icon name="search" />
      <span class="search-words">Search</span>
      <kbd class="search-words">Ctrl K</kbd>
    </button>
  )
}

export function MoreMenu() {
  const { state } = connection.value
  return (
    <Menu
      class="quiet settings-menu"
      align="end"
      label={`Settings and links; ${state === 'live' ? 'live' : state === 'lost' ? 'not live' : 'connecting'}`}
      button={
        <>
          <Icon name="settings" />
          <span class={`dot ${state === 'live' ? 'green' : 'red'}`} />
        </>
      }
    >
      <MoreItems />
    </Menu>
  )
}

/** All screens, where there is no room for them at the side. */
export function ScreensMenu() {
  return (
    <Menu
      class="quiet screens-menu"
      align="end"
      label="screens"
      button={
        <>
          <Icon name="more" />
          <span>More</span>
        </>
      }
    >
      <ScreenItems />
    </Menu>
  )
}
