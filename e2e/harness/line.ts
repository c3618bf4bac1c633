import type { Page, WebSocketRoute } from '@playwright/test';

/** The live line of one page, which a journey can let die. */
export interface Line {
  /** From now on nothing goes through, in neither direction, and nobody is told: as when a router loses its mind. */
  die(): void;
  /** New lines go through again. Those that died stay dead. */
  mend(): void;
}

/** Takes the page's live line into the hand; before the page goes anywhere. */
export async function holdLine(page: Page): Promise<Line> {
  let isDead = false;
  let alive: { is: boolean }[] = [];

  await page.routeWebSocket(/\/ws\/inbox\//, (line: WebSocketRoute) => {
    // Opens for the page, which then hears nothing.
    if (isDead) return;
    const through = { is: true };
    alive.push(through);
    const server = line.connectToServer();
    line.onMessage((message) => {
      if (through.is) server.send(message);
    });
    server.onMessage((message) => {
      if (through.is) line.send(message);
    });
  });

  return {
    die() {
      isDead = true;
      for (const through of alive) through.is = false;
      alive = [];
    },
    mend() {
      isDead = false;
    },
  };
}
