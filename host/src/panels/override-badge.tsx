import styled from '@emotion/styled';
import { Button, color } from '@inbox/ui';
import { use } from 'react';
import type { OwnBuilds } from './own-builds';
import { ownBuildsMessages as messages } from './own-builds-messages';

const Badge = styled.aside({
  position: 'fixed',
  insetInlineStart: 16,
  maxInlineSize: 'calc(100vw - 32px)',
  insetBlockEnd: 16,
  zIndex: 2000,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 12px',
  borderRadius: 8,
  border: `1px solid ${color.line}`,
  background: color.surface,
  color: color.text,
});

/** A version is a long word: it breaks before it leaves a narrow page. */
const BadgeLines = styled.div({ display: 'grid', gap: 4, minInlineSize: 0, overflowWrap: 'anywhere' });

interface OverrideBadgeProps {
  /** Not answered before somebody is signed in. */
  builds: Promise<OwnBuilds>;
  onReset: () => void;
}

/** Shows for as long as a panel comes from somewhere else than the registry, or was to. */
export function OverrideBadge({ builds, onReset }: OverrideBadgeProps) {
  const { origins, releases, refused } = use(builds);
  const developed = Object.entries(origins).map(([name, origin]) => `${name} from ${origin}`);
  const previewed = Object.values(releases).map(({ name, version }) => `${name} ${version}`);
  const lines = [
    ...(developed.length > 0 ? [messages.overridden(developed.join(', '))] : []),
    ...(previewed.length > 0 ? [messages.previewed(previewed.join(', '))] : []),
    ...refused.map(messages.previewRefused),
  ];
  if (lines.length === 0) return null;
  return (
    <Badge role="status">
      <BadgeLines>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </BadgeLines>
      <Button onClick={onReset}>{messages.reset}</Button>
    </Badge>
  );
}
