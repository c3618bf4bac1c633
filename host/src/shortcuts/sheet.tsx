import { Button, color, styled } from '@inbox/ui';
import { CONVERSATION_ACTIONS, LIST_ACTIONS } from '@inbox/events';
import { useId } from 'react';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { Key } from './key';
import { CONVERSATION_KEYS, LIST_KEYS, SHELL_KEYS } from './keys';
import { shortcutMessages as texts } from './messages';
import { Modal } from './modal';
import type { OverlayProps } from './overlay';

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 12px 12px 12px 20px;
  border-block-end: 1px solid ${color.line};
  && h2 {
    font-size: 16px;
  }
`;

const Body = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  gap: 16px 32px;
  padding: 16px 20px;
  overflow: auto;
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-block-size: 28px;
  & dt {
    color: ${color.text2};
  }
`;

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 12px 20px;
  border-block-start: 1px solid ${color.line};
  & small {
    display: block;
    font-size: 12px;
    color: ${color.text2};
  }
  & input {
    inline-size: 18px;
    block-size: 18px;
    flex: none;
    accent-color: ${color.fill};
  }
`;

type Line = readonly [label: string, key: string];

function linesOf<A extends string>(actions: readonly A[], labels: Record<A, string>, keys: Partial<Record<A, string>>) {
  return actions.flatMap((action): Line[] => {
    const key = keys[action];
    return key === undefined ? [] : [[labels[action], key]];
  });
}

const groups: readonly (readonly [title: string, lines: readonly Line[]])[] = [
  [texts.groups.tickets, linesOf(LIST_ACTIONS, texts.list, LIST_KEYS)],
  [texts.groups.conversation, linesOf(CONVERSATION_ACTIONS, texts.conversation, CONVERSATION_KEYS)],
  [
    texts.groups.inbox,
    [
      [texts.palette, 'Ctrl+K'],
      [texts.details, SHELL_KEYS.details],
      [texts.quickReplies, SHELL_KEYS.quickReplies],
      [texts.sheet, SHELL_KEYS.sheet],
    ],
  ],
];

/** Which keys there are, and the way to turn the single ones off (WCAG 2.1.4). */
export function ShortcutSheet({ onClose }: OverlayProps) {
  const { singleKeys } = useShell();
  const on = useStore(singleKeys.on);
  const hint = useId();
  return (
    <Modal label={texts.sheet} onClose={onClose}>
      <Head>
        <h2>{texts.sheet}</h2>
        <Button variant="quiet" onClick={onClose}>
          {texts.close}
        </Button>
      </Head>
      <Body tabIndex={0} role="group" aria-label={texts.sheet}>
        {groups.map(([title, lines]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {lines.map(([label, key]) => (
                <Row key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <Key>{key}</Key>
                  </dd>
                </Row>
              ))}
            </dl>
          </section>
        ))}
      </Body>
      <Choice>
        <input
          type="checkbox"
          checked={on}
          aria-describedby={hint}
          onChange={(event) => singleKeys.turn(event.currentTarget.checked)}
        />
        <span>
          {texts.singleKeys}
          <small id={hint}>{texts.singleKeysHint}</small>
        </span>
      </Choice>
    </Modal>
  );
}
