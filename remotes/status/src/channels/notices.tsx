import type { NoticeStatus } from '@inbox/api/shop-status';
import { IconButton, OutlineIcon, styled } from '@inbox/ui';
import { messages } from '../messages';
import { Head, Lines, Section, Small, When } from '../section';
import { useDismissNotice, type Try } from '../use-status';

/** Outline of a 24 × 24 icon. */
const CROSS = 'M18 6 6 18M6 6l12 12';

const Words = styled(Small)`
  white-space: pre-line;
`;

/** News of the account from Meta: templates, limits, restrictions, payments. */
export function Notices({ notices }: { notices: readonly NoticeStatus[] }) {
  const dismissal = useDismissNotice();
  return (
    <Section title={messages.sections.notices}>
      {notices.length === 0 ? (
        <Small>{messages.notices.none}</Small>
      ) : (
        <Lines>
          {notices.map((notice) => (
            <Notice key={notice.id} notice={notice} dismissal={dismissal} />
          ))}
        </Lines>
      )}
    </Section>
  );
}

interface NoticeProps {
  notice: NoticeStatus;
  dismissal: Try;
}

function Notice({ notice: { id, is_grave: isGrave, words, times, at }, dismissal }: NoticeProps) {
  const [title = '', ...lines] = words.split('\n');
  const problem = dismissal.problemOf(id);
  return (
    <li>
      <Head>
        <strong>{title}</strong>
        <IconButton
          size="small"
          label={messages.notices.dismissOf(title)}
          disabled={dismissal.isRunning(id)}
          onClick={() => dismissal.start(id)}
        >
          <OutlineIcon path={CROSS} size={16} />
        </IconButton>
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
      {problem !== null && (
        <Small role="alert" data-tone="bad">
          {problem}
        </Small>
      )}
    </li>
  );
}
