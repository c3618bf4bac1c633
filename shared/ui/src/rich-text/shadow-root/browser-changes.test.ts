/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { BrowserChanges } from './browser-changes';

it('changes of the browser are undone, in one step or in several, back to what was accepted last', async () => {
  const editor = document.createElement('div');
  editor.innerHTML = '<p><br></p><p>two</p>';
  const changes = new BrowserChanges(editor);
  editor.append('three');
  changes.accept();
  const nodes = [...editor.childNodes, editor.querySelector('br')];

  editor.firstElementChild?.replaceChildren('one');
  await Promise.resolve();
  editor.querySelectorAll('p')[1]?.remove();
  editor.lastChild!.nodeValue = 'thr';
  changes.undo();

  expect(editor.innerHTML).toBe('<p><br></p><p>two</p>three');
  expect([...editor.childNodes, editor.querySelector('br')]).toEqual(nodes);
});
