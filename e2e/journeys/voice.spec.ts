import { expect, test } from '../harness/test';

test('a voice message is recorded, heard, sent as WhatsApp takes it, and plays in its bubble', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Listening Leela');
  await customer.writes('Can you tell me how to wash it?');
  const asha = await open(inbox.asha);
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  await asha.reply.getByRole('button', { name: 'Record a voice message' }).click();
  const panel = asha.reply.getByRole('group', { name: 'Voice message' });
  await expect(panel.getByRole('meter', { name: 'Level' })).toBeVisible();
  await expect(panel.getByRole('timer')).toHaveText('0:01');
  await panel.getByRole('button', { name: 'Pause' }).click();
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel.getByRole('timer')).toHaveText('0:02');
  await panel.getByRole('button', { name: 'Stop' }).click();
  const preview = panel.getByLabel('Your recording');
  await expect(preview).toBeVisible();
  await expect.poll(() => preview.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1);
  await panel.getByRole('button', { name: 'Attach' }).click();
  await expect(asha.reply.getByRole('button', { name: 'Remove voice-message.ogg' })).toBeVisible();
  await asha.replyBox.press('Enter');

  const received = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
  await expect.poll(() => received().map(({ file, isVoice }) => [file, isVoice])).toEqual([['audio', true]]);
  const file = inbox.simulator.graph.media(received()[0]?.media_id ?? '');
  expect(file?.mimeType).toBe('audio/ogg; codecs=opus');
  expect(file?.bytes.toString('latin1', 0, 4)).toBe('OggS');
  expect(file?.bytes.toString('latin1', 28, 36)).toBe('OpusHead');

  const play = asha.conversation.getByRole('button', { name: /^Play voice message \(/ });
  await play.click();
  const player = asha.conversation.getByRole('group', { name: 'voice-message.ogg' });
  await expect(player.getByRole('slider', { name: 'Position' })).not.toHaveValue('0');
  await expect(asha.conversation.getByText('This browser cannot play it.')).toHaveCount(0);
});

test('a microphone that is not allowed is told, and nothing is recorded', async ({ inbox, open }) => {
  const customer = inbox.customer('Silent Sarita');
  await customer.writes('Hello?');
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      });
    },
  });
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.reply.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(asha.reply.getByRole('alert')).toHaveText(/^The microphone is not allowed/);
  await asha.reply.getByRole('group', { name: 'Voice message' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(asha.reply.getByRole('alert')).toHaveCount(0);
});
