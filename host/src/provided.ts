// Panels carry no copy of a shared module, and the build provides only those that the shell itself imports: these two
// are here for the panels' sake alone.
import '@inbox/panel';

/** Not part of the shell's entry: the first panels ask for it. */
export const panelQuery = () => import('@inbox/panel/query');
