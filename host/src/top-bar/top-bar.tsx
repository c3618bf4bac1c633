import { color, IconButton, styled } from '@inbox/ui';
import { PanelRight } from 'lucide-react';
import { topOf } from '../layout/places';
import { SkipLinks } from '../layout/skip-links';
import { messages } from '../messages';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { AccountMenu } from './account-menu';
import { ConnectionMark } from './connection-mark';
import { RefreshButton } from './refresh-button';
import { StatusMenu } from './status-menu';

const Bar = styled.header`
  grid-area: top;
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 0 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};

  &[data-room='narrow'] {
    gap: 8px;
    padding: 0 12px;
  }
`;

const Product = styled.h1`
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;
  && {
    margin-inline-end: auto;
    font-size: 16px;
  }
`;

const Logo = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  inline-size: 26px;
  block-size: 26px;
  flex: none;
  border-radius: 7px;
  background: ${color.fill};
  color: ${color.onFill};
  font-size: 13px;
`;

/** Logo, connection, Refresh, status, details toggle, account (spec section 2, top bar). */
export function TopBar() {
  const { places, ticket } = useShell();
  const room = useStore(places.room);
  const open = useStore(ticket) !== null;
  return (
    <Bar data-room={room}>
      <SkipLinks />
      <Product>
        <Logo aria-hidden>in</Logo>
        {messages.product}
      </Product>
      <ConnectionMark />
      <RefreshButton />
      <StatusMenu />
      {open && <DetailsToggle />}
      <AccountMenu />
    </Bar>
  );
}

function DetailsToggle() {
  const { places } = useShell();
  const shown = topOf(useStore(places.shown)) === 'customer-panel';
  return (
    <IconButton
      label={messages.moreDetails}
      aria-pressed={shown}
      onClick={() => places.show('customer-panel', 'toggle')}
    >
      <PanelRight size={18} aria-hidden />
    </IconButton>
  );
}
