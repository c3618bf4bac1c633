import { color, IconButton, Menu, styled, Tooltip, TOUCH } from '@inbox/ui';
import { Ellipsis, Inbox, Menu as MenuIcon } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { useStore } from '@inbox/panel/store';
import { onMainSite } from '../config/main-site';
import { leaveFor } from '../sign-out/leave';
import { messages } from '../messages';
import { TICKETS_PATH } from '../routing/routes';
import { useBreakpoint, useSlots } from '../slots/context';
import { BarSlot } from './bar-slot';
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
  /* In the top bar's row: one button. */
  &[data-folded] {
    align-items: center;
    justify-content: center;
    padding: 0;
    overflow: visible;
    border-inline-end: 0;
    border-block-end: 1px solid ${color.line};
  }
  &:not([data-foot], [data-folded]) > :last-child {
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
  ${TOUCH} {
    inline-size: 44px;
    block-size: 44px;
  }
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

interface SideBarProps {
  /** Address of the main site. */
  mainSite: string;
  /** The agent wants the inbox's start. */
  onTickets(): void;
}

/**
 * The way to the inbox's start and out to the merchant's wider product: at the foot of a narrow page, and a button in the
 * top bar's row where the window is low as well.
 */
export function SideBar({ mainSite, onTickets }: SideBarProps) {
  const narrow = useBreakpoint() === 'narrow';
  const folded = useStore(useSlots().low) && narrow;
  const foot = narrow && !folded;
  const shown = foot ? OUT_LINKS.slice(0, FOOT_LINKS) : OUT_LINKS;
  if (folded) {
    return (
      <Bar aria-label={messages.product} data-folded="">
        <MoreLinks mainSite={mainSite} onTickets={onTickets} />
      </Bar>
    );
  }
  return (
    <Bar aria-label={messages.product} data-foot={foot || undefined}>
      <InboxLink onTickets={onTickets} />
      {shown.map(({ label, path, icon: Icon }) => (
        <Tooltip key={path} text={label}>
          <LinkBox href={onMainSite(mainSite, path)} aria-label={label}>
            <Icon size={18} aria-hidden />
          </LinkBox>
        </Tooltip>
      ))}
      {!foot && <BarSlot slot="sidebar" />}
      {foot && <MoreLinks mainSite={mainSite} />}
    </Bar>
  );
}

function InboxLink({ onTickets }: Pick<SideBarProps, 'onTickets'>) {
  function onClick(event: MouseEvent): void {
    // A new tab or window is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onTickets();
  }
  return (
    <Tooltip text={messages.links.inbox}>
      <LinkBox href={TICKETS_PATH} aria-label={messages.links.inbox} aria-current="page" onClick={onClick}>
        <Inbox size={18} aria-hidden />
      </LinkBox>
    </Tooltip>
  );
}

/** The links that do not fit; with `onTickets` all of them and the inbox's start, where there is room for none. */
function MoreLinks({ mainSite, onTickets }: Pick<SideBarProps, 'mainSite'> & Partial<SideBarProps>) {
  const withAll = onTickets !== undefined;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={withAll ? messages.allLinks : messages.moreLinks}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {withAll ? <MenuIcon size={18} aria-hidden /> : <Ellipsis size={18} aria-hidden />}
      </IconButton>
      <Menu
        anchor={anchor}
        label={messages.moreLinks}
        onClose={() => setAnchor(null)}
        items={[
          ...(withAll ? [{ key: TICKETS_PATH, label: messages.links.inbox, onSelect: onTickets }] : []),
          ...OUT_LINKS.slice(withAll ? 0 : FOOT_LINKS).map(({ label, path }) => ({
            key: path,
            label,
            onSelect: () => leaveFor(onMainSite(mainSite, path)),
          })),
        ]}
      />
    </>
  );
}
