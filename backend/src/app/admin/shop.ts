import { readShopName } from '../../shop/check-shop';
import { ShopError } from '../../shop/shop-error';
import { addShop, findShop, listShops, newShopSchema, removeShop, shopUrlOf, type NewShop } from '../../shop/shops';
import { AdminError, isTaken, merchantOf, neededText, refuseTakenInCell, table, textOf, type Command } from './command';
import { readCredentials } from './secret-input';

/** Names what does not fit and never shows it: it may be a secret. */
function parsed(shop: unknown): NewShop {
  const result = newShopSchema.safeParse(shop);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path }) => path.join('.'));
  throw new AdminError(`These do not fit: ${[...new Set(wrong)].join(', ')}.`);
}

const merchant = { merchant: { type: 'string' } } as const;

export const shopCommands: readonly Command[] = [
  {
    name: 'shop add',
    usage: '--merchant SHORT-NAME --domain NAME.myshopify.com [--url URL] [--credentials-file FILE]',
    what: "Connects the merchant's shop, so that agents see its orders and abandoned checkouts. Credentials are JSON from the file or the input: access_token, with read_orders and read_customers, and app_secret, which signs the webhooks. URL is where its GraphQL is answered, when that is not Shopify.",
    options: {
      ...merchant,
      domain: { type: 'string' },
      url: { type: 'string' },
      'credentials-file': { type: 'string' },
    },
    words: 0,
    async run(context, values) {
      const merchantId = await merchantOf(context.db, values);
      const domain = neededText(values, 'domain').toLowerCase();
      const url = textOf(values, 'url') ?? shopUrlOf(domain);
      const shop = parsed({ domain, url, credentials: await readCredentials(context, values) });
      await refuseTakenInCell(context, 'shop', domain);
      await addShop(context.db, context.vault, merchantId, shop).catch((error: unknown) => {
        throw isTaken(error)
          ? new AdminError('This merchant has a shop already, or another merchant has this one.')
          : error;
      });
      context.print(`The shop ${domain} is connected. Its webhooks go to /channels/shopify of this inbox.`);
    },
  },
  {
    name: 'shop list',
    usage: '[--merchant SHORT-NAME]',
    what: 'The shops, without their credentials.',
    options: merchant,
    words: 0,
    async run({ db, print }, values) {
      const merchantId = textOf(values, 'merchant') === undefined ? undefined : await merchantOf(db, values);
      const shops = await listShops(db, merchantId);
      for (const line of table(shops.map((shop) => [shop.merchant, shop.domain, shop.url]))) print(line);
    },
  },
  {
    name: 'shop remove',
    usage: '--merchant SHORT-NAME',
    what: "Takes the merchant's shop away, with what is cached of it.",
    options: merchant,
    words: 0,
    async run({ db, print }, values) {
      if (!(await removeShop(db, await merchantOf(db, values)))) throw new AdminError('This merchant has no shop.');
      print('Removed.');
    },
  },
  {
    name: 'shop check',
    usage: '--merchant SHORT-NAME',
    what: 'Asks the shop for its name with the stored credentials. Ends with 1 when it does not answer.',
    options: merchant,
    words: 0,
    async run({ db, vault, print, check, mayReachPrivate = false }, values) {
      const shop = await findShop(db, vault, { merchantId: await merchantOf(db, values) }).catch(() => {
        throw new AdminError(
          "The stored credentials cannot be opened: INBOX_DATA_DIR is not the inbox's own. Remove the shop and add it anew.",
        );
      });
      if (shop === undefined) throw new AdminError('This merchant has no shop; see pnpm admin shop add.');
      try {
        print(
          `✓ ${shop.url} answers for ${await readShopName(shop, { timeoutMs: check.timeoutMs, mayReachPrivate })}.`,
        );
      } catch (error) {
        throw error instanceof ShopError ? new AdminError(`✗ ${shop.url}: ${error.message}`) : error;
      }
    },
  },
];
