/** The shop gives no usable answer; the message is for operators and holds no secret. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
}
