/** @jest-environment jsdom */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { anAttachment } from '@inbox/panel/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMediaStore } from '../media/media-store';
import { MediaContext } from '../media/use-media';
import { ImageAttachment } from '../thread/attachments/image-attachment';
import { OverThread } from './over-thread';

const image = anAttachment({ filename: 'parcel.png', url: '/api/inbox/attachments/1/' });

beforeAll(() => {
  // jsdom has no modal dialogs, and no object URLs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  URL.createObjectURL = () => 'blob:image';
});

/** A thread that draws the row of the image, or has scrolled past it. */
const Thread = ({ drawn }: { drawn: boolean }) => (
  <MediaContext value={createMediaStore(() => Promise.resolve(new Blob()))}>
    <OverThread>{drawn && <ImageAttachment attachment={image} />}</OverThread>
  </MediaContext>
);

describe('a dialog over the thread', () => {
  it('stays when the row that it was opened from is drawn no more, and closes', async () => {
    const { rerender } = render(<Thread drawn />);
    await userEvent.click(await screen.findByRole('button', { name: 'Open image parcel.png' }));
    expect(await screen.findByRole('dialog', { name: 'parcel.png' })).toBeVisible();
    rerender(<Thread drawn={false} />);
    expect(screen.getByRole('dialog', { name: 'parcel.png' })).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Close image' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
