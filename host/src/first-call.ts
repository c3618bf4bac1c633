/** Milliseconds that the first panels, once loaded, have to ask the server for something. */
const PATIENCE_MS = 1_000;

/** The first call of any panel to the server. What the shell asks for itself comes after it and holds nothing up. */
export interface FirstCall {
  make(): void;
  isMade(): boolean;
  /** Resolves also when the first panels are there, or have failed, and none asks. */
  made: Promise<void>;
}

export function createFirstCall(firstPanels: Promise<void>): FirstCall {
  let isMade = false;
  let resolve = () => {};
  const made = new Promise<void>((done) => (resolve = done));
  void firstPanels.then(() => setTimeout(resolve, PATIENCE_MS));
  return {
    make() {
      isMade = true;
      resolve();
    },
    isMade: () => isMade,
    made,
  };
}
