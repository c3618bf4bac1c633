import { isEmailAddress, MOST_GROUP_ADDRESSES } from '@inbox/domain/conversation';
import { listEmailGroups, removeEmailGroup, setEmailGroup } from '../../../customers/email-groups';
import { AdminError, MERCHANT, merchantOf, neededText, table, type Command } from '../command';

const LONGEST_NAME = 100;

const GROUP_NAME = { value: 'NAME', about: 'name of the group', isRequired: true } as const;

/** Addresses that agents write to under one name. */
export const emailGroupCommands: readonly Command[] = [
  {
    name: 'email-group set',
    summary: 'make a group of recipients for agents, or replace its addresses',
    options: {
      merchant: MERCHANT,
      name: GROUP_NAME,
      emails: { value: 'ADDRESSES', about: 'addresses with commas between them', isRequired: true },
    },
    example: '--merchant my-shop --name Couriers --emails desk@courier.example,pickup@courier.example',
    async run({ db, print }, values) {
      const merchantId = await merchantOf(db, values);
      const group_name = neededText(values, 'name').trim();
      if (group_name === '' || group_name.length > LONGEST_NAME) {
        throw new AdminError(`--name takes ${LONGEST_NAME} letters at most.`);
      }
      const typed = neededText(values, 'emails').split(',');
      const email_ids = [...new Set(typed.map((address) => address.trim()).filter((address) => address !== ''))];
      const wrong = email_ids.find((address) => !isEmailAddress(address));
      if (wrong !== undefined) throw new AdminError(`'${wrong}' is not an email address.`);
      if (email_ids.length === 0 || email_ids.length > MOST_GROUP_ADDRESSES) {
        throw new AdminError(`A group has 1 to ${MOST_GROUP_ADDRESSES} addresses.`);
      }
      await setEmailGroup(db, merchantId, { group_name, email_ids });
      print(`${group_name}: ${email_ids.join(', ')}`);
    },
  },
  {
    name: 'email-group list',
    summary: 'show all groups',
    options: { merchant: MERCHANT },
    async run({ db, print }, values) {
      const groups = await listEmailGroups(db, await merchantOf(db, values));
      for (const line of table(groups.map(({ group_name, email_ids }) => [group_name, email_ids.join(', ')])))
        print(line);
    },
  },
  {
    name: 'email-group remove',
    summary: 'remove a group',
    options: { merchant: MERCHANT, name: GROUP_NAME },
    async run({ db, print }, values) {
      const name = neededText(values, 'name');
      const removed = await removeEmailGroup(db, await merchantOf(db, values), name);
      if (!removed) throw new AdminError(`There is no group '${name}'.`);
      print(`The group '${name}' is removed.`);
    },
  },
];
