import '@inbox/shell/provided';

/** Not part of the shell's entry: the first panels ask for it. */
export const panelQuery = () => import('@inbox/panel/query');
