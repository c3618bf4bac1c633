/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, createInboxTheme, Dialog, Field, ThemeRoot } from '../index';

function Page({ onSubmit }: { onSubmit(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <ThemeRoot theme={createInboxTheme('light')}>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      {open && (
        <Dialog title="A new name" onClose={() => setOpen(false)} onSubmit={onSubmit} actions={<Button>Later</Button>}>
          <Field>
            Name
            <input />
          </Field>
        </Dialog>
      )}
    </ThemeRoot>
  );
}

describe('a dialog', () => {
  it('is named by its title, submits by Enter, and gives the focus back when Escape closes it', async () => {
    const onSubmit = jest.fn();
    render(<Page onSubmit={onSubmit} />);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('dialog', { name: 'A new name' })).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, 'Asha{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
  });
});
