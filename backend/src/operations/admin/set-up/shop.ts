import { readShopName } from '../../../shop/check-shop';
import { ShopError } from '../../../shop/shop-error';
import { addShop, findShop, listShops, newShopSchema, removeShop, shopUrlOf, type NewShop } from '../../../shop/shops';
import {
  AdminError,
  isTaken,
  MERCHANT,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  textOf,
  type Command,
} from '../command';
import { CREDENTIALS_FILE, readCredentials } from '../secret-input';

/** Names what does not fit and never shows it: it may be a secret. */
function parsed(shop: unknown): NewShop {
  const result = newShopSchema.safeParse(shop);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path }) => (path.length === 1 ? `--${String(path[0])}` : path.join('.')));
  throw new AdminError(`These are missing or do not fit: ${[...new Set(wrong)].join(', ')}.`);
}

const SHOP_CREDENTIALS = JSON.stringify({ access_token: 'shpat_0123456789', app_secret: 'shpss_0123456789' });

const NEEDED = `Credentials of a shop are JSON, such as ${SHOP_CREDENTIALS}`;

export const shopCommands: readonly Command[] = [
  {
    name: 'shop add',
    summary: 'connect a Shopify shop, for orders and abandoned checkouts',
    details: `Credentials are JSON, from --credentials-file or from the input: ${SHOP_CREDENTIALS}`,
    options: {
      merchant: MERCHANT,
      domain: { value: 'DOMAIN', about: 'NAME.myshopify.com', isRequired: true },
      url: { value: 'URL', about: 'address of its GraphQL API, if it is not Shopify' },
      'credentials-file': CREDENTIALS_FILE,
    },
    example: '--merchant my-shop --domain my-shop.myshopify.com --credentials-file shop.json',
    async run(context, values) {
      const merchantId = await merchantOf(context.db, values);
      const domain = neededText(values, 'domain').toLowerCase();
      const url = textOf(values, 'url') ?? shopUrlOf(domain);
      const shop = parsed({ domain, url, credentials: await readCredentials(context, values, NEEDED) });
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
    summary: 'show all shops, without their credentials',
    options: { merchant: { ...MERCHANT, about: 'only this merchant (default: all)', isRequired: false } },
    async run({ db, print }, values) {
      const merchantId = textOf(values, 'merchant') === undefined ? undefined : await merchantOf(db, values);
      const shops = await listShops(db, merchantId);
      for (const line of table(shops.map((shop) => [shop.merchant, shop.domain, shop.url]))) print(line);
      if (shops.length === 0) print('There are no shops. Connect one with pnpm admin shop add.');
    },
  },
  {
    name: 'shop remove',
    summary: "disconnect a merchant's shop, and delete its cached orders",
    options: { merchant: MERCHANT },
    async run({ db, print }, values) {
      if (!(await removeShop(db, await merchantOf(db, values)))) throw new AdminError('This merchant has no shop.');
      print('Removed.');
    },
  },
  {
    name: 'shop check',
    summary: 'try the stored credentials',
    details: 'Ends with 1 if the shop does not answer.',
    options: { merchant: MERCHANT },
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
