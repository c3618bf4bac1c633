/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aComment, aLog, aMessage, anAttachment } from '@inbox/panel/testing';
import { parseMarkup } from '@inbox/domain';
import { render } from '@testing-library/react';
import { MessageText } from '../../ui/message-text';
import { PostDetails } from '../../thread/comments/post-details';
import { DocumentAttachment } from '../../thread/attachments/document-attachment';
import { LogLine } from '../../thread/bubbles/log-line';
import { Quoted } from '../../thread/bubbles/quoted';
import { createMediaStore } from '../../media/media-store';
import { MediaContext } from '../../media/use-media';
import { pageOf } from '../../testing/mail-page';
import { EmailText } from '../email-text';
import { emailDocument } from './email-html';
import { XSS_VECTORS } from './xss-vectors';

const UNSAFE =
  'script, iframe, frame, object, embed, applet, base, link, form, input, button, select, textarea, video, audio';
const SCHEMES = /^(?:https?:|mailto:|tel:|\/\/)/i;

const steal = jest.fn();
beforeEach(() => {
  Object.assign(window, { steal });
  steal.mockClear();
});

/** Nothing in it runs, leads anywhere but out, or asks anybody. */
function expectInert(root: ParentNode): void {
  expect(root.querySelectorAll(UNSAFE)).toHaveLength(0);
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^srcdoc$|^ping$|^srcset$|^background$|^formaction$|^xlink:/i);
      if (name === 'href') expect(value).toMatch(SCHEMES);
      if (name === 'src') expect(value).toMatch(/^data:image\/(?:png|jpe?g|gif|webp);/i);
    }
  }
  expect(steal).not.toHaveBeenCalled();
}

describe.each(XSS_VECTORS)('%s', (vector) => {
  it('is inert in a mail', () => {
    const made = emailDocument(`<p>before</p>${vector}`, false);
    const page = pageOf(made);
    expectInert(page.body);
    expect(page.querySelectorAll('head > meta')).toHaveLength(4);
    expect(page.querySelectorAll('meta[http-equiv="refresh"]')).toHaveLength(0);
    expect(page.body.textContent).toContain('before');
  });

  it('is text in a message, wherever it stands', () => {
    const store = createMediaStore(() => Promise.reject(new Error('none')));
    const post = {
      ...aComment().post,
      post_caption: vector,
      merchant_name: vector,
      permalink: vector,
      post_type: vector,
    };
    const { container } = render(
      <MediaContext value={store}>
        <MessageText text={vector} />
        <EmailText text={vector} />
        <LogLine item={aLog({ comment: vector })} />
        <PostDetails post={post} />
      </MediaContext>,
    );
    expectInert(container);
    expect(container.querySelectorAll('img, svg:not(.lucide), style')).toHaveLength(0);
    expect(container).toHaveTextContent(vector.replace(/\s+/g, ' ').trim(), { normalizeWhitespace: true });
  });

  it('is text in a name', () => {
    const store = createMediaStore(() => Promise.reject(new Error('none')));
    const { container } = render(
      <MediaContext value={store}>
        <DocumentAttachment attachment={anAttachment({ kind: 'document', filename: vector })} />
        <Quoted parent={{ ...aMessage(), attachment: null, message: vector }} customer={vector} />
      </MediaContext>,
    );
    expect(container.querySelectorAll('script, img, iframe, svg:not(.lucide)')).toHaveLength(0);
    expect(container.querySelector('bdi')?.textContent).toBe(vector);
    expect(steal).not.toHaveBeenCalled();
  });

  it('gives markup no address but http and https', () => {
    const links = JSON.stringify(parseMarkup(`*${vector}* _${vector}_ www.${vector}`)).match(/"href":"[^"]*/g) ?? [];
    for (const link of links) expect(link).toMatch(/^"href":"https?:\/\//);
  });
});
