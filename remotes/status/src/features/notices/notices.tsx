import type { NoticeStatus } from '@inbox/api/shop-status';
import { styled } from '@inbox/ui';
import { messages } from '../../messages';
import { Head, Lines, Section, Small } from '../../parts/section';
import { When } from '../../parts/when';

const Words = styled(Small)`
  white-space: pre-line;
`;

/** News of the account from Meta: templates, limits, restrictions, payments. */
export function Notices({ notices }: { notices: readonly NoticeStatus[] }) {
  return (
    <Section title={messages.sections.notices}>
      {notices.length === 0 ? (
        <Small>{messages.notices.none}</Small>
      ) : (
        <Lines>
          {notices.map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </Lines>
      )}
    </Section>
  );
}

function Notice({ notice: { is_grave: isGrave, words, times, at } }: { notice: NoticeStatus }) {
  const [title, ...lines] = words.split('\n');
  return (
    <li>
      <Head>
        <strong>{title}</strong>
      </Head>
      {lines.length > 0 && (
        <Words data-tone={isGrave ? 'bad' : undefined} dir="auto">
          {lines.join('\n')}
        </Words>
      )}
      <Small>
        <When time={at} />
        {times > 1 && ` · ${messages.times(times)}`}
      </Small>
    </li>
  );
}
