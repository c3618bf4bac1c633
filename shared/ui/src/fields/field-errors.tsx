import { useId, useState } from 'react';
import { styled } from '../theme/styled';
import { color } from '../theme/tokens';

/** The words at a field that is not right, below it. */
export const FieldError = styled.p`
  margin-block-start: 4px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.bad};
  overflow-wrap: anywhere;
`;

export interface FieldErrors<Name extends string> {
  /** The words at this field; undefined while nothing is wrong. */
  of(name: Name): string | undefined;
  /** Replaces all errors, after Send, Save or leaving a field that was typed in. */
  show(errors: Partial<Record<Name, string>>): void;
  /** Takes the error of this field back: it was changed, and the next Send looks at it again. */
  clear(name: Name): void;
  /** Attributes of the field's input. */
  input(name: Name): { 'aria-invalid': boolean; 'aria-describedby'?: string };
  /** Attributes of the field's `FieldError`. */
  error(name: Name): { id: string; role: 'alert' };
}

/**
 * Errors at the fields of a form. All drawers and dialogs show them the same way: none before the agent has typed in the
 * field or pressed Send, and none any longer once the field is changed.
 */
export function useFieldErrors<Name extends string>(): FieldErrors<Name> {
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const form = useId();
  const id = (name: Name) => `${form}-${name}`;
  return {
    of: (name) => errors[name],
    show: setErrors,
    clear: (name) => setErrors((before) => (name in before ? { ...before, [name]: undefined } : before)),
    input: (name) => ({
      'aria-invalid': errors[name] !== undefined,
      ...(errors[name] !== undefined && { 'aria-describedby': id(name) }),
    }),
    error: (name) => ({ id: id(name), role: 'alert' }),
  };
}
