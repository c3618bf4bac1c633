export const encryptionMessages = {
  decrypted: 'What was kept for you at your last sign-out is back.',
  reload: 'Reload',
} as const;
