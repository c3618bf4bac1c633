import type { ComponentProps, ReactNode } from 'react';
import { styled } from '../theme/styled';
import { Tooltip } from './tooltip';
import { color, TOUCH } from '../theme/tokens';

const BaseButton = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-block-size: 32px;
  padding: 0 12px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface};
  color: ${color.text};
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;
  transition: background-color 120ms;

  &:hover {
    background: ${color.surface2};
    border-color: ${color.lineStrong};
  }
  &[data-variant='primary'] {
    background: ${color.fill};
    border-color: ${color.fill};
    color: ${color.onFill};
  }
  &[data-variant='primary']:hover {
    background: ${color.fillHover};
  }
  &[data-variant='quiet'] {
    background: transparent;
    border-color: transparent;
    color: ${color.text2};
  }
  &[data-variant='quiet']:hover,
  &[data-variant='quiet'][aria-pressed='true'],
  &[data-variant='quiet'][aria-expanded='true'] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
  &[data-variant='danger'] {
    background: ${color.badSurface};
    border-color: transparent;
    color: ${color.bad};
  }
  &[aria-pressed='true'] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
  &[data-size='small'] {
    min-block-size: 28px;
    padding: 0 8px;
    font-size: 12px;
    line-height: 16px;
  }
  &[data-shape='icon'] {
    padding: 0;
    inline-size: 32px;
    flex: none;
  }
  &[data-shape='icon'][data-size='small'] {
    inline-size: 28px;
  }
  /* Before what a piece says of its own buttons, which may have room around them. */
  ${TOUCH} {
    min-block-size: 44px;
    &[data-size='small'] {
      min-block-size: 44px;
    }
    &[data-shape='icon'],
    &[data-shape='icon'][data-size='small'] {
      inline-size: 44px;
    }
  }
  &:disabled,
  &[aria-disabled='true'] {
    color: ${color.text3};
    background: ${color.surface2};
    border-color: ${color.line};
    cursor: not-allowed;
  }
  &[data-variant='quiet']:disabled,
  &[data-variant='quiet'][aria-disabled='true'] {
    background: transparent;
    border-color: transparent;
  }
`;

type NativeButton = Omit<ComponentProps<'button'>, 'color'>;

export interface ButtonProps extends NativeButton {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium';
}

export function Button({ variant = 'secondary', size = 'medium', type = 'button', ...rest }: ButtonProps) {
  return <BaseButton type={type} data-variant={variant} data-size={size} {...rest} />;
}

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'children'> {
  /** The accessible name, shown as a tooltip too. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, variant = 'quiet', size = 'medium', type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <BaseButton type={type} aria-label={label} data-variant={variant} data-size={size} data-shape="icon" {...rest} />
    </Tooltip>
  );
}
