const OBSERVED = { subtree: true, childList: true, characterData: true, characterDataOldValue: true } as const;

/**
 * Changes that the browser makes to the DOM of an editor: what an input method writes, and extensions. Pages cannot prevent
 * them, and React throws `NotFoundError` when a node is gone, so they are undone before React renders.
 */
export class BrowserChanges {
  private records: MutationRecord[] = [];
  private readonly observer = new MutationObserver((records) => void this.records.push(...records));

  constructor(editor: Element) {
    this.observer.observe(editor, OBSERVED);
  }

  /** Accepts the DOM as it is: React has rendered it. */
  accept(): void {
    this.observer.takeRecords();
    this.records = [];
  }

  /** Makes the DOM as it was when it was accepted. */
  undo(): void {
    const records = [...this.records, ...this.observer.takeRecords()];
    for (const { type, target, oldValue, addedNodes, removedNodes, nextSibling } of records.toReversed()) {
      if (type === 'characterData') target.nodeValue = oldValue;
      for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
      for (const node of removedNodes) target.insertBefore(node, nextSibling);
    }
    this.accept();
  }

  end(): void {
    this.observer.disconnect();
  }
}
