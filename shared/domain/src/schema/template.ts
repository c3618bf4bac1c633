import * as z from 'zod/mini';
import type { TemplateId } from '../ids';
import type { TemplateState } from '../live';
import {
  TEMPLATE_BUTTONS,
  TEMPLATE_GAPS,
  TEMPLATE_HEADERS,
  TEMPLATE_STATUSES,
  type TemplateButton,
  type TemplateHeader,
  type WhatsappTemplate,
} from '../templates/template';
import { accountIdSchema } from './names';
import { nameOf } from './newer';
import { idSchema, type Schema } from './primitives';

export const templateIdSchema = idSchema<TemplateId>();

const headerSchema = (): Schema<TemplateHeader> =>
  z.object({ kind: nameOf('template.header', TEMPLATE_HEADERS, 'other'), text: z.string() });

const buttonSchema = (): Schema<TemplateButton> =>
  z.object({ kind: nameOf('template.button', TEMPLATE_BUTTONS, 'other'), label: z.string(), value: z.string() });

const status = () => nameOf('template.status', TEMPLATE_STATUSES, 'other');

export const templateStateSchema: Schema<TemplateState> = z.lazy(() =>
  z.object({ id: templateIdSchema, status: status() }),
);

/** A template as the server answers it. */
export const templateSchema = (): Schema<WhatsappTemplate> =>
  z.object({
    id: templateIdSchema,
    account_id: accountIdSchema,
    template_name: z.string(),
    language: z.string(),
    status: status(),
    header: headerSchema(),
    content: z.string(),
    footer: z.string(),
    // A button that cannot be read would be missing in what the customer gets: then the template is not readable.
    buttons: z.array(buttonSchema()),
    not_supported: z.nullable(nameOf('template.not_supported', TEMPLATE_GAPS, 'other')),
  });
