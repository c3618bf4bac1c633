import { initials } from '@inbox/domain';
import { Avatar, Menu, preloadMenu, styled } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../messages';
import { notificationItems } from '../notifications/menu-items';
import { useShell } from '../shell-context';
import { THEME_CHOICES } from '../theme/theme-choice';
import { useStore } from '../use-store';

const AvatarButton = styled.button`
  display: inline-flex;
  flex: none;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
`;

/** Who is signed in, and how the page looks to them. */
export function AccountMenu() {
  const { session, theme, notifications, overlay } = useShell();
  const { full_name, merchant_name } = useStore(session.user);
  const choice = useStore(theme.choice);
  const wanted = useStore(notifications.choice);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <AvatarButton
        type="button"
        aria-label={messages.account(full_name, initials(full_name))}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={full_name} size={32} />
      </AvatarButton>
      <Menu
        anchor={anchor}
        label={messages.theme.label}
        heading={`${full_name} · ${merchant_name}`}
        onClose={() => setAnchor(null)}
        items={[
          ...THEME_CHOICES.map((option) => ({
            key: option,
            label: messages.theme[option],
            selected: option === choice,
            onSelect: () => theme.choose(option),
          })),
          ...notificationItems(notifications, wanted),
          { key: 'shortcuts', label: messages.shortcuts, onSelect: () => void overlay.show('sheet') },
        ]}
      />
    </>
  );
}
