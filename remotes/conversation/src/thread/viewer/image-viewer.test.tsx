/** @jest-environment jsdom */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Attachment } from '@inbox/domain';
import { anAttachment } from '@inbox/panel/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMediaStore } from '../../media/media-store';
import { MediaContext } from '../../media/use-media';
import { GalleryContext } from './gallery';
import ImageViewer from './image-viewer';

const images = [1, 2, 3].map((id) => anAttachment({ id, filename: `${id}.png`, url: `/api/inbox/attachments/${id}/` }));

beforeAll(() => {
  // jsdom has no modal dialogs, and no object URLs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  URL.createObjectURL = () => 'blob:image';
  for (const size of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight']) {
    Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 400 });
  }
});

async function open(first: Attachment | undefined) {
  if (!first) throw new Error('no image');
  const onClose = jest.fn();
  render(
    <MediaContext value={createMediaStore(() => Promise.resolve(new Blob()))}>
      <GalleryContext value={() => images}>
        <ImageViewer first={first} onClose={onClose} />
      </GalleryContext>
    </MediaContext>,
  );
  await screen.findByRole('img');
  return onClose;
}

const scale = () => Number(/scale\((.*)\)/.exec(screen.getByRole('img').style.transform)?.[1]);
const place = () => /translate\((.*?)\)/.exec(screen.getByRole('img').style.transform)?.[1];

describe('the image viewer', () => {
  it('goes from image to image by buttons and keys, to the ends', async () => {
    await open(images[0]);
    expect(screen.getByText('1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous image' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    expect(await screen.findByRole('img', { name: '2.png' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(await screen.findByRole('img', { name: '3.png' })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('img', { name: '2.png' })).toBeVisible();
  });

  it('zooms by buttons, keys, wheel and double click, and moves what is zoomed', async () => {
    await open(images[0]);
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(scale()).toBeCloseTo(1.5);
    await userEvent.keyboard('+');
    expect(scale()).toBeCloseTo(2.25);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(place()).toBe('-60px, -60px');
    await userEvent.click(screen.getByRole('button', { name: 'Fit to the screen' }));
    expect([scale(), place()]).toEqual([1, '0px, 0px']);
    fireEvent.wheel(screen.getByRole('img'), { deltaY: -300 });
    expect(scale()).toBeCloseTo(Math.E);
    fireEvent.doubleClick(screen.getByRole('img'));
    expect(scale()).toBe(1);
  });

  it('offers the file, and closes by Escape and by its button', async () => {
    const onClose = await open(images[1]);
    expect(screen.getByRole('button', { name: 'Download 2.png' })).toBeEnabled();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Close image' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('shows an image that is not of the thread by itself', async () => {
    await open(anAttachment({ id: 9, filename: '9.png' }));
    expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull();
  });
});
