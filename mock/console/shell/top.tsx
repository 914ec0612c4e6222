// The buttons of the top bar. What their menus hold is loaded when one opens.
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { lazy } from '../kit/lazy.tsx'
import { Item, Menu } from '../kit/menu.tsx'
import { href, place, workspaceId } from '../routes.ts'
import { connection, connectionText } from '../state/live.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { iconOf, screens } from './screens.ts'

const menus = () => import('./top-menus.tsx')
const WorkspaceItems = lazy(() => menus().then(it => it.WorkspaceItems))
const AsItems = lazy(() => menus().then(it => it.AsItems))
const UndoPreview = lazy(() => menus().then(it => it.UndoPreview))
const MoreItems = lazy(() => menus().then(it => it.MoreItems))

export function WorkspaceMenu() {
  const text = <span class="cut strong">{workspaceId.value ?? 'All workspaces'}</span>
  return (
    <Menu class="quiet workspace-menu" align="start" label="Switch workspace" text={text} hasArrow>
      <WorkspaceItems />
    </Menu>
  )
}

/** The menus at the end of the bar, and the search. */
export function TopEnd() {
  const as = place.value.query.get('as')
  return (
    <div class="top-end row">
      {workspaceId.value ? (
        <>
          <Menu
            class={`quiet as-menu ${as ? 'is-as' : ''}`}
            label={as ? `Looking as ${as}; choose another key` : 'Look as a key'}
            icon="eye"
            text={<span class="cut">{as ?? 'Everyone'}</span>}
            hasArrow
          >
            <AsItems />
          </Menu>
          <Menu class="quiet undo-menu" label="Undo and redo" icon="undo">
            <UndoPreview />
          </Menu>
        </>
      ) : null}
      <Button
        class="search-button"
        icon="search"
        hint="Search and commands (Ctrl K)"
        onClick={() => showDialog('palette')}
      >
        <span class="search-words">Search</span>
        <kbd class="search-words">Ctrl K</kbd>
      </Button>
      <Menu
        class="quiet settings-menu"
        label={`Settings and links; ${connectionText.value}`}
        icon="settings"
        text={<span class={`dot ${connection.value.state === 'live' ? 'green' : 'red'}`} />}
      >
        <MoreItems />
      </Menu>
    </div>
  )
}

/** All screens, where there is no room for them at the side. */
export function ScreensMenu() {
  return (
    <Menu class="quiet screens-menu" label="screens" icon="more" text={<span>More</span>}>
      {screens.map(screen => (
        <Item key={screen.id} href={href([screen.id])}>
          <Icon name={iconOf(screen)} /> {screen.name}
        </Item>
      ))}
    </Menu>
  )
}
