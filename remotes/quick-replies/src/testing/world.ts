import { aProfile, aQuickReply, aTicket, createFakePorts, type Answers, type FakePorts } from '@inbox/panel/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const hello = aQuickReply({ id: 1, shortcut: '/Hello', message: 'Hello there', uses: 2 });
export const where = aQuickReply({ id: 2, shortcut: '/where', message: 'It is on its way', uses: 5 });
export const asha = aTicket({ id: 7, conversation_id: 70 });

/** A conversation that is open, and a server with two quick replies. */
export function worldWith(answers: Answers = {}, profile = aProfile()): FakePorts {
  const fake = createFakePorts({
    profile,
    answers: { quickReplies: () => [hello, where], countQuickReplyUse: () => ({}), ...answers },
    open: asha.id,
  });
  fake.setCurrentTicket(asha);
  return fake;
}

export const row = async (shortcut: string): Promise<HTMLElement> => {
  const found = (await screen.findByText(shortcut)).closest('li');
  if (!found) throw new Error(`no row of ${shortcut}`);
  return found;
};

/** Chooses from the menu of a row. */
export async function choose(shortcut: string, item: string): Promise<void> {
  await row(shortcut);
  await userEvent.click(screen.getByRole('button', { name: `More about ${shortcut}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

export const texts = (fake: FakePorts): string[] => fake.toasts.map(({ text }) => text);
export const callsOf = (fake: FakePorts, name: string): unknown[] =>
  fake.calls.filter((call) => call.name === name).map(({ input }) => input);
