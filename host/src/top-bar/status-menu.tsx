import type { AgentStatus } from '@inbox/domain';
import { Button, Menu, preloadMenu, type ColorToken } from '@inbox/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useStore } from '@inbox/panel/store';
import { messages } from '../messages';
import type { AgentStatusKeeper } from '../agent/agent-status';
import { StatusDot } from './connection-mark';

const tones: Record<AgentStatus, ColorToken> = { online: 'good', offline: 'text3', break: 'warning', logout: 'text3' };
const CHOICES = ['online', 'offline', 'break'] as const;

interface StatusMenuProps {
  status: Pick<AgentStatusKeeper, 'current' | 'choose'>;
  onForgetDevice(): void;
  onSignOut(): void;
}

/** The agent's availability, and the way out (spec sections 2 and 4). */
export function StatusMenu({ status, onForgetDevice, onSignOut }: StatusMenuProps) {
  const current = useStore(status.current);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { label, names } = messages.status;
  return (
    <>
      <Button
        aria-label={`${label}: ${names[current]}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <StatusDot tone={tones[current]} />
        <span>{names[current]}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Menu
        anchor={anchor}
        label={label}
        onClose={() => setAnchor(null)}
        items={[
          ...CHOICES.map((choice) => ({
            key: choice,
            label: names[choice],
            selected: choice === current,
            onSelect: () => void status.choose(choice),
          })),
          { key: 'forget', label: messages.forgetDevice, onSelect: onForgetDevice },
          { key: 'logout', label: names.logout, onSelect: onSignOut },
        ]}
      />
    </>
  );
}
