import { Button, color, styled } from '@inbox/ui';
import { useId } from 'react';
import { useStore } from '@inbox/panel/store';
import type { CatalogPanel } from '@inbox/shell/panels';
import { Key } from './key';
import { SHEET_KEY } from './keys';
import { shortcutMessages as texts } from './messages';
import { Modal } from './modal';
import type { OverlayProps } from './overlay';
import type { SingleKeys } from './single-keys';

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

const KeyRow = styled.div`
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

type Row = readonly [label: string, key: string];
type Group = readonly [title: string, rows: readonly Row[]];

const rowOf = ({ label, key }: { label: string; key?: string | undefined }): Row[] =>
  key === undefined ? [] : [[label, key]];

/** Every key there is: those of each panel under its title, then the shell's own. */
function groupsOf(panels: readonly CatalogPanel[]): Group[] {
  const ofPanels = panels.map(({ description: { title, commands = [] } }): Group => [title, commands.flatMap(rowOf)]);
  const toggles = panels.flatMap(({ description: { toggle } }) => (toggle ? rowOf(toggle) : []));
  const shell: Group = [texts.groups.inbox, [[texts.palette, 'Ctrl+K'], ...toggles, [texts.sheet, SHEET_KEY]]];
  return [...ofPanels, shell].filter(([, rows]) => rows.length > 0);
}

interface ShortcutSheetProps extends OverlayProps {
  panels: readonly CatalogPanel[];
  singleKeys: SingleKeys;
}

/** Which keys there are, and the way to turn the single ones off (WCAG 2.1.4). */
export function ShortcutSheet({ panels, singleKeys, onClose }: ShortcutSheetProps) {
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
        {groupsOf(panels).map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([label, key]) => (
                <KeyRow key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <Key>{key}</Key>
                  </dd>
                </KeyRow>
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
