import { initials, type Profile } from '@inbox/domain';
import { Avatar, Menu, preloadMenu, styled, TOUCH } from '@inbox/ui';
import { useState } from 'react';
import { type ReadableStore, useStore } from '@inbox/panel/store';
import { messages } from '../messages';
import type { NotificationKeeper } from '../notifications/choice';
import { notificationItems } from '../notifications/menu-items';
import { THEME_CHOICES, type ThemeKeeper } from '../config/theme-choice';

const AvatarButton = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  padding: 0;
  ${TOUCH} {
    inline-size: 44px;
    block-size: 44px;
  }
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
`;

interface AccountMenuProps {
  user: ReadableStore<Profile>;
  theme: ThemeKeeper;
  notifications: NotificationKeeper;
  onSignIn(): void;
  onShortcuts(): void;
}

/** Who is signed in, and how the page looks to them. */
export function AccountMenu({ user, theme, notifications, onSignIn, onShortcuts }: AccountMenuProps) {
  const { full_name, merchant_name } = useStore(user);
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
          { key: 'sign-in', label: messages.signIn, onSelect: onSignIn },
          { key: 'shortcuts', label: messages.shortcuts, onSelect: onShortcuts },
        ]}
      />
    </>
  );
}
