import 'fake-indexeddb/auto';
import { describe, expect, it } from '@jest/globals';
import { createFileHeap } from './file-heap';

const bytes = new Blob(['%PDF-'], { type: 'application/pdf' });

describe('the heap of files', () => {
  it('gives back what was put there, also to the next page, until it is removed', async () => {
    const heap = createFileHeap('files of Asha');
    await heap.put('a', bytes);
    await heap.put('b', bytes);
    const reloaded = createFileHeap('files of Asha');
    const found = await reloaded.get('a');
    expect(found).toMatchObject({ type: 'application/pdf', size: 5 });
    expect(await found?.text()).toBe('%PDF-');
    await reloaded.remove('a');
    expect(await heap.get('a')).toBeNull();
    expect(await heap.keys()).toEqual(['b']);
  });

  it('has nothing of another agent', async () => {
    await createFileHeap('files of Ravi').put('a', bytes);
    const other = createFileHeap('files of Leela');
    expect(await other.get('a')).toBeNull();
    expect(await other.keys()).toEqual([]);
  });
});
