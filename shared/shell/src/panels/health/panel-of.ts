/** The panel in which an element lies, with its version; nothing of what it shows. Undefined outside of panels. */
export function panelOf(node: Node | null): { panel: string; version: string } | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const { panel, version } = element?.closest<HTMLElement>('[data-panel]')?.dataset ?? {};
  return panel !== undefined && version !== undefined ? { panel, version } : undefined;
}
