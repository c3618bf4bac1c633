import type { ShopStatus } from '@inbox/api/shop-status';
import { messages } from '../messages';
import { Head, Lines, Section, Small } from '../section';

const words = messages.people;

/** Who has the inbox open. */
export function People({ agents: { all, online } }: { agents: ShopStatus['agents'] }) {
  return (
    <Section title={messages.sections.people}>
      <Small>{words.count(online.length, all)}</Small>
      {online.length > 0 && (
        <Lines>
          {online.map(({ id, name, pages }) => (
            <li key={id}>
              <Head>
                <strong>{name}</strong>
                <Small>{words.pages(pages)}</Small>
              </Head>
            </li>
          ))}
        </Lines>
      )}
    </Section>
  );
}
