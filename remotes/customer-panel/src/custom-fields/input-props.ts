import type { CustomField } from '@inbox/domain';

/** What an input of a field has to show and to say. */
export interface FieldInputProps {
  field: CustomField;
  texts: readonly string[];
  onChange(texts: string[]): void;
  /** For the element that takes the focus. */
  control: {
    id: string;
    'aria-required': boolean;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  };
}
