import { ADDRESS_ATTRIBUTES } from '@inbox/domain/testing/hostile';

const NEVER =
  'script, iframe, object, embed, applet, base, frame, frameset, portal, link, meta, marquee, template, foreignObject, math, audio, video';

/**
 * Names what stands below an element and should not, whatever is shown there: what runs, what loads from elsewhere, and
 * links that lead where none may. What only a browser does with a page, the journeys `hostile-*` look at.
 */
export function foundHostile(root: ParentNode): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const tell = (what: string) => found.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
    if (element.matches(NEVER)) tell('element');
    // The icons of the interface are drawings; none of them names anything, and nothing stands in them but shapes.
    if (element.matches('svg a, svg image, svg use, svg animate, svg set, svg style')) tell('drawing');
    for (const { name, value } of element.attributes) {
      if (/^on|^srcdoc$|^srcset$|^is$/i.test(name)) tell('attribute');
      if (name === 'style' && /url\(|expression\(|@import/i.test(value)) tell('style');
      if (ADDRESS_ATTRIBUTES.includes(name.toLowerCase())) checkAddress(name, value);
    }
    function checkAddress(name: string, value: string): void {
      // As browsers read them: without blanks and what cannot be seen.
      // oxlint-disable-next-line no-control-regex
      const address = value.replace(/[\u0000-\u0020]/g, '').toLowerCase();
      const isLink = element.matches('a') && name === 'href';
      if (isLink ? !/^(?:https?:|mailto:|tel:|\/(?!\/))/.test(address) : !/^(?:blob:|\/(?![/\\]))/.test(address)) {
        tell('address');
      }
    }
    if (element.matches('a[target]') && !/noopener|noreferrer/.test(element.getAttribute('rel') ?? '')) tell('opener');
  }
  if (Reflect.get({}, 'polluted') !== undefined) found.push('all objects have something new');
  return found;
}
