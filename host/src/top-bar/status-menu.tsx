import type { AgentStatus } from '@inbox/domain';
import { Button, Menu, preloadMenu, type ColorToken } from '@inbox/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../messages';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { StatusDot } from './status-dot';

const tones: Record<AgentStatus, ColorToken> = { online: 'good', offline: 'text3', break: 'warning', logout: 'text3' };
const CHOICES = ['online', 'offline', 'break'] as const;

/** The agent's availability, and the way out (spec sections 2 and 4). */
export function StatusMenu() {
  const { status, signOut } = useShell();
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
        {names[current]}
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
          { key: 'logout', label: names.logout, onSelect: () => void signOut() },
        ]}
      />
    </>
  );
}
