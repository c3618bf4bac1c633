import type { CustomField, FieldValues } from '@inbox/domain';
import { valuesOf, visibleFields } from '@inbox/domain/conversation';
import { color, styled } from '@inbox/ui';
import { messages } from './messages';

const Rows = styled.dl`
  display: flex;
  flex-direction: column;
  gap: 8px;
  overflow-wrap: anywhere;

  & dt {
    font-size: 12px;
    color: ${color.text3};
  }
`;

const Quiet = styled.p`
  margin-block-start: 12px;
  font-size: 12px;
  color: ${color.text3};
`;

/** What the ticket says, for agents who may not change it (spec section 6). */
export const FieldsReadOnly = ({ fields, values }: { fields: readonly CustomField[]; values: FieldValues }) => (
  <>
    <Rows>
      {visibleFields(fields, values).map(({ field }) => (
        <div key={field.id}>
          <dt>
            <bdi>{field.field_name}</bdi>
          </dt>
          <dd dir="auto">{valuesOf(values, field).join(', ') || messages.nothing}</dd>
        </div>
      ))}
    </Rows>
    <Quiet>{messages.notOwner}</Quiet>
  </>
);
