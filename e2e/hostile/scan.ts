import { ADDRESS_ATTRIBUTES } from '@inbox/domain/testing/hostile';
import type { Page } from '@playwright/test';

/** All that is written in the mails that are shown. */
export function mailsText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument?.body?.textContent ?? '').join('\n'),
  );
}

/** Looks at all that the page is made of, shadow trees and mails included, and names what should not be there. */
export function scan(page: Page): Promise<string[]> {
  return page.evaluate((addresses) => {
    const found: string[] = [];
    const NEVER = 'object, embed, applet, base, frame, frameset, portal, meta[http-equiv="refresh" i], foreignObject';
    const NEVER_IN_MAILS = `${NEVER}, script, style, iframe, form, input, button, select, textarea, svg, math, audio, video, dialog, template, marquee, link`;
    /** What of a style runs, or loads more than a picture that stands in it or comes through the inbox. */
    const RUNS = /@import|image-set\(|expression\(|(?<!-)behavior:|-moz-binding|(?:java|vb)script:/i;
    const LOADS = /url\((?!"(?:data:image\/|https?:\/\/localhost:\d+\/api\/inbox\/mail-images\/))/i;
    const isBad = (css: string) => RUNS.test(css) || LOADS.test(css);
    const tell = (what: string, element: Element) => found.push(`${what}: ${element.outerHTML.slice(0, 160)}`);

    const checkAddress = (element: Element, name: string, value: string) => {
      // As browsers read them: without blanks and what cannot be seen.
      // oxlint-disable-next-line no-control-regex
      const address = value.replace(/[\u0000-\u0020]/g, '').toLowerCase();
      if (/^(?:javascript|vbscript|file|filesystem|view-source):/.test(address)) tell('address that runs', element);
      // A drawing that is shown as an image runs nothing; the product's own icon is one.
      const isIcon = element.matches('link[rel="icon"]');
      if (address.startsWith('data:') && !isIcon && !/^data:image\/(?:png|jpe?g|gif|webp)[;,]/.test(address)) {
        tell('data that may run', element);
      }
      const isLink = element.matches('a, area') && name === 'href';
      if (isLink || name === 'cite' || !URL.canParse(value, document.baseURI)) return;
      const { origin, protocol } = new URL(value, document.baseURI);
      if (origin !== location.origin && protocol !== 'data:') tell('foreign address', element);
    };

    const checkElement = (element: Element, isMail: boolean) => {
      if (element.matches(isMail ? NEVER_IN_MAILS : NEVER)) tell('element', element);
      if (element.matches('script:not([src])') && element.textContent?.includes('trap')) tell('script', element);
      for (const { name, value } of element.attributes) {
        const isOurFrame = !isMail && element.matches('iframe[sandbox]');
        if (/^on/i.test(name) || (name === 'srcdoc' && !isOurFrame)) tell('attribute', element);
        if (addresses.includes(name.toLowerCase())) checkAddress(element, name, value);
        if (/srcset/i.test(name)) tell('set of addresses', element);
        if (name === 'style' && isMail && isBad(value)) tell('style', element);
      }
      if (!element.matches('a[href], area[href]')) return;
      const { target, rel } = element as HTMLAnchorElement;
      if (target === '_top' || target === '_parent') tell('link out of its frame', element);
      if (target === '_blank' && !/noopener|noreferrer/.test(rel)) tell('link with an opener', element);
    };

    const checkSheets = (root: Document | ShadowRoot) => {
      for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
        for (const { cssText } of sheet.cssRules) if (isBad(cssText)) found.push(`rule: ${cssText.slice(0, 160)}`);
      }
    };

    const walk = (root: Document | ShadowRoot, isMail: boolean) => {
      checkSheets(root);
      for (const element of root.querySelectorAll('*')) {
        checkElement(element, isMail);
        if (element.shadowRoot) walk(element.shadowRoot, isMail);
        if (!(element instanceof HTMLIFrameElement)) continue;
        const { sandbox, contentDocument } = element;
        if (!element.hasAttribute('sandbox') || sandbox.contains('allow-scripts')) tell('open frame', element);
        if (contentDocument) walk(contentDocument, true);
      }
    };

    walk(document, false);
    if (Reflect.get({}, 'polluted') !== undefined) found.push('all objects have something new');
    return found;
  }, ADDRESS_ATTRIBUTES);
}
