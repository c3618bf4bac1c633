import type { ShellDeps } from '../page/contract';
import { createPerson, type Person } from './person';
import { readPagePanels, type PagePanels } from './page';
import { askForToken, subjectOf, type AskPage } from './token-session';

/** What a mounted panel holds while it is shown. */
export interface Stay {
  person: Person;
  page: PagePanels;
  /** A panel shows its content, or why it does not: what reports that is fetched now, since no content waits for it. */
  report(): void;
  /** The last one to leave takes the session and its connection along. */
  leave(): void;
}

/** `getToken` gave nothing, or threw. */
export class NoToken extends Error {
  override readonly name = 'NoToken';
}

interface Known {
  person: Promise<Person>;
  stays: number;
}

const people = new Map<string, Known>();
let page: Promise<PagePanels> | null = null;
let stopReports: (() => void) | null = null;
let stays = 0;

/** Reports of what panels loaded and what failed go out while somebody looks at a panel. */
async function startReports({ health }: PagePanels, person: Person): Promise<void> {
  const { startLoadReports } = await import('@inbox/shell/health');
  if (stays === 0 || stopReports) return;
  stopReports = startLoadReports(health, person.api, () => person.session.bareToken() !== '');
}

/**
 * The session of whoever the page's token is of: one for all panels that are shown with a token of the same person and
 * scope.
 *
 * @throws NoToken, ApiError, or what the registry's call failed with
 */
export async function enter(ask: AskPage, deps: ShellDeps, panelOrigins: readonly string[]): Promise<Stay> {
  const token = await askForToken(ask, false).catch((error: unknown) => {
    throw new NoToken(error instanceof Error ? error.message : String(error));
  });
  if (token === null) throw new NoToken('');
  const subject = subjectOf(token);
  const known = people.get(subject) ?? { person: createPerson({ ...deps, token, ask }), stays: 0 };
  people.set(subject, known);
  known.stays += 1;
  stays += 1;
  let hasLeft = false;
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    known.stays -= 1;
    stays -= 1;
    if (stays === 0) {
      stopReports?.();
      stopReports = null;
    }
    if (known.stays > 0) return;
    if (people.get(subject) === known) people.delete(subject);
    known.person.then(
      (person) => person.stop(),
      () => undefined,
    );
  };
  try {
    const person = await known.person;
    page ??= readPagePanels({ ...deps, agentId: String(person.profile.get().current_user_id), panelOrigins });
    const panels = await page.catch((error: unknown) => {
      page = null;
      throw error;
    });
    const report = () =>
      void startReports(panels, person).catch((error: unknown) => console.warn('The panels are not reported', error));
    return { person, page: panels, report, leave };
  } catch (error) {
    leave();
    throw error;
  }
}
