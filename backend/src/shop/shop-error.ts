/** The shop gives no usable answer; the message is for operators and holds no secret. */
export class ShopError extends Error {
  override readonly name = 'ShopError';

  /** @param isAway it did not answer, or only that it cannot */
  constructor(
    message: string,
    readonly isAway = false,
  ) {
    super(message);
  }
}
