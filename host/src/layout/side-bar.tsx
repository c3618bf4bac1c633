import { color, IconButton, Menu, styled, Tooltip } from '@inbox/ui';
import { Ellipsis, Inbox } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { onMainSite } from '../config/main-site';
import { leaveFor } from '../leave';
import { messages } from '../messages';
import { TICKETS_PATH } from '../routing/routes';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { OUT_LINKS } from './links';

/** As many links as stand beside each other at the foot of a 360 px page, with room for a finger. */
const FOOT_LINKS = 5;

const Bar = styled.nav`
  grid-area: nav;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 4px;
  padding: 8px 0;
  overflow: hidden auto;
  border-inline-end: 1px solid ${color.line};
  background: ${color.surface};

  &[data-foot] {
    flex-direction: row;
    justify-content: space-around;
    padding: 0 4px;
    overflow: hidden;
    border-inline-end: 0;
    border-block-start: 1px solid ${color.line};
  }
  &:not([data-foot]) > :last-child {
    margin-block-start: auto;
  }
`;

const LinkBox = styled.a`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  inline-size: 36px;
  block-size: 36px;
  border-radius: 8px;
  && {
    color: ${color.text2};
  }
  &:hover,
  &[aria-current] {
    background: ${color.accentSurface};
  }
  &&[aria-current] {
    color: ${color.accent};
  }
`;

/** The way to the inbox's start and out to the merchant's wider product; at the foot of a narrow page. */
export function SideBar() {
  const { config, places } = useShell();
  const foot = useStore(places.room) === 'narrow';
  const shown = foot ? OUT_LINKS.slice(0, FOOT_LINKS) : OUT_LINKS;
  return (
    <Bar aria-label={messages.product} data-foot={foot || undefined}>
      <InboxLink />
      {shown.map(({ label, path, icon: Icon }) => (
        <Tooltip key={path} text={label}>
          <LinkBox href={onMainSite(config.mainSite, path)} aria-label={label}>
            <Icon size={18} aria-hidden />
          </LinkBox>
        </Tooltip>
      ))}
      {foot && <MoreLinks />}
    </Bar>
  );
}

function InboxLink() {
  const { go } = useShell();
  function onClick(event: MouseEvent): void {
    // A new tab or window is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go.get()(TICKETS_PATH);
  }
  return (
    <Tooltip text={messages.links.inbox}>
      <LinkBox href={TICKETS_PATH} aria-label={messages.links.inbox} aria-current="page" onClick={onClick}>
        <Inbox size={18} aria-hidden />
      </LinkBox>
    </Tooltip>
  );
}

function MoreLinks() {
  const { config } = useShell();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={messages.moreLinks}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={18} aria-hidden />
      </IconButton>
      <Menu
        anchor={anchor}
        label={messages.moreLinks}
        onClose={() => setAnchor(null)}
        items={OUT_LINKS.slice(FOOT_LINKS).map(({ label, path }) => ({
          key: path,
          label,
          onSelect: () => leaveFor(onMainSite(config.mainSite, path)),
        }))}
      />
    </>
  );
}
