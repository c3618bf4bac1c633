import type { DeadLetterStatus, ShopStatus } from '@inbox/api/shop-status';
import { formatFileSize } from '@inbox/domain';
import { Button } from '@inbox/ui';
import { useId, useState } from 'react';
import { messages } from '../messages';
import { Head, Lines, Section, Small, When } from '../section';
import { useReprocess, type Try } from '../use-status';
import { RawText } from './raw-text';

const words = messages.letters;

/** What came in and was not understood: why, as it came, and another try. */
export function DeadLetters({ letters: { count, newest } }: { letters: ShopStatus['dead_letters'] }) {
  const again = useReprocess();
  return (
    <Section title={messages.sections.letters}>
      {newest.length === 0 ? (
        <Small>{words.none}</Small>
      ) : (
        <Lines>
          {newest.map((letter) => (
            <DeadLetterRow key={letter.id} letter={letter} again={again} />
          ))}
        </Lines>
      )}
      {count > newest.length && <Small>{messages.unsent.more(count - newest.length)}</Small>}
    </Section>
  );
}

function DeadLetterRow({ letter, again }: { letter: DeadLetterStatus; again: Try }) {
  const { id, door, reason, size, received_at, may_retry, times } = letter;
  const [isShown, setIsShown] = useState(false);
  const raw = useId();
  const problem = again.problemOf(id);
  return (
    <li data-dead-letter={id}>
      <Head>
        <strong>{words.doors[door]}</strong>
        <Button size="small" aria-expanded={isShown} aria-controls={raw} onClick={() => setIsShown(!isShown)}>
          {isShown ? words.hide : words.show}
        </Button>
        {may_retry && (
          <Button size="small" disabled={again.isRunning(id)} onClick={() => again.start(id)}>
            {again.isRunning(id) ? words.trying : words.again}
          </Button>
        )}
      </Head>
      <Small>{reason}</Small>
      {problem !== null && (
        <Small role="alert" data-tone="bad">
          {problem === reason ? words.still : problem}
        </Small>
      )}
      <Small>
        <When time={received_at} /> · {formatFileSize(size)}
        {times > 1 && ` · ${messages.times(times)}`}
      </Small>
      {!may_retry && <Small>{words.elsewhere}</Small>}
      <div id={raw}>{isShown && <RawText id={id} />}</div>
    </li>
  );
}
