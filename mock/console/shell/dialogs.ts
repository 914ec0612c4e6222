// The dialogs of the shell, which are loaded together once the page stands.
export { ControlKeyDialog } from './control-key-dialog.tsx'
export { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
export { HelpDialog, PaletteDialog } from './palette.tsx'
export { UndoDialog } from './undo-dialog.tsx'
