import { composeMail, type CustomerMail, type Person } from '@inbox/simulate';
import type { Stage } from './stage';
import { actor, answerWith, takeTicket } from './stage';
import { broken, gmail, hindi, invitation, newsletter, outlook, type Letter } from './letters';

const HOUR = 3_600_000;

/** Mails as different programs write them: each a ticket of its own. */
export async function showMails(stage: Stage): Promise<Person[]> {
  const people: Person[] = [];
  for (const [index, letter] of [newsletter, outlook, gmail, hindi, invitation].entries()) {
    const who = actor(10 + index, letter.from, 'Pune', '411001');
    const at = stage.deps.now.getTime() - (4 + index) * HOUR;
    await mail(stage, who, at, await composeMail(asMail(stage, who, at, letter)));
    people.push(who);
  }
  const who = actor(20, 'Postmaster Fort', 'Mumbai', '400001');
  const at = stage.deps.now.getTime() - 9 * HOUR;
  await mail(stage, who, at, broken({ from: who.email, to: stage.merchant.mailbox, at: new Date(at) }));
  return [...people, who];
}

function asMail({ merchant }: Stage, who: Person, at: number, { subject, text, html, invites }: Letter): CustomerMail {
  return {
    from: { name: who.full_name, address: who.email },
    to: merchant.mailbox,
    subject,
    text,
    ...(html !== undefined && { html: html(merchant.mailbox) }),
    date: new Date(at),
    ...(invites && {
      attachments: [
        {
          filename: 'invite.ics',
          content: Buffer.from(invites({ from: who.email, to: merchant.mailbox, at: new Date(at) })),
          contentType: 'text/calendar; method=REQUEST; charset=utf-8',
        },
      ],
    }),
  };
}

async function mail(stage: Stage, who: Person, at: number, raw: Buffer): Promise<void> {
  await stage.adapters.mail({ from: who.email, to: stage.merchant.mailbox }, raw, at);
  const ticket = await takeTicket(stage, who, 'email', at + 60_000);
  await answerWith(stage, ticket, at + 120_000, 'Thank you, we have it and will answer today.', { delivered: true });
}
