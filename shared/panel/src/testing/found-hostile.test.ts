/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { foundHostile } from './found-hostile';

/** Only parsed: what is looked at here must not run. */
const page = (html: string) => new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;

it.each([
  '<script>1</script>',
  '<img src="x" onerror="1">',
  '<img src="https://evil.example/pixel.gif">',
  '<img src="relative.png">',
  '<img src="/a.png" srcset="https://evil.example/1.png 1x">',
  '<a href=" java\tscript:1">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="https://ok.example/" target="_blank">x</a>',
  '<svg><a href="https://evil.example/"></a></svg>',
  '<form action="https://evil.example/"></form>',
  '<p style="background: url(https://evil.example/x)">x</p>',
  '<iframe></iframe>',
])('names what should not be there: %s', (html) => {
  expect(foundHostile(page(html))).not.toEqual([]);
});

it('has nothing to say of what a panel draws', () => {
  const drawn =
    '<a href="/inbox/tickets/7">#7</a><a href="https://ok.example/" target="_blank" rel="noreferrer noopener">x</a>' +
    '<svg><path d="M0 0"></path></svg><img src="blob:file" alt=""><button style="width: 3px">x</button>&lt;script&gt;';
  expect(foundHostile(page(drawn))).toEqual([]);
});
