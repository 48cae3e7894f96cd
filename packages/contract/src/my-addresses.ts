import { z } from 'zod';
import { exampleIds, exampleRecipient } from './examples.ts';
import { defineOperation, ownAccess } from './operation.ts';
import { email, idOrUrl, line } from './text.ts';

const tag = 'My credentials';

/** Addresses of one user, confirmed or not. */
export const MAX_ADDRESSES = 20;

const addressId = z.string().meta({ description: 'ID' });
const address = z
  .object({
    addressId,
    email: z.string().meta({ description: 'The address' }),
    confirmed: z.boolean().meta({
      description: 'Only the credentials of confirmed addresses are yours',
    }),
    primary: z.boolean().meta({
      description: 'The address of your user, which messages to you are sent to',
    }),
  })
  .meta({ id: 'MyAddress' });

const primaryExample = {
  ...{ addressId: exampleIds.address, email: exampleRecipient.email },
  ...{ confirmed: true, primary: true },
};
const newExample = {
  ...{ addressId: exampleIds.newAddress, email: 'ada@lovelace.example' },
  ...{ confirmed: false, primary: false },
};

const listAddresses = defineOperation({
  id: 'listAddresses',
  noun: 'my.addresses',
  since: '1.0',
  method: 'GET',
  path: '/my/addresses',
  access: ownAccess,
  tag,
  summary: 'List your email addresses',
  description: `The primary address first. At most ${MAX_ADDRESSES}.`,
  reply: z.object({
    items: z.array(address).meta({ description: 'All of them, the primary one first' }),
  }),
  examples: { reply: { items: [primaryExample, newExample] } },
});

export const addAddress = defineOperation({
  id: 'addAddress',
  noun: 'my.addAddress',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/my/addresses',
  access: ownAccess,
  tag,
  summary: 'Add an email address',
  description:
    'Emails a 6-digit code to the address (10 digits while too many wrong codes are entered), which expires after 10 minutes and allows 5 tries. Adding it again sends a new code and makes the earlier one invalid. The response is the same whether or not the address is known. At most 3 codes per hour and address.',
  body: z.object({ email: email.meta({ description: 'The code is sent here' }) }),
  reply: address,
  status: 201,
  errors: ['address_exists', 'address_limit_reached'],
  examples: { body: { email: newExample.email }, reply: newExample },
});

const byId = {
  params: z.object({ addressId: idOrUrl }),
  ids: { addressId: 'address_not_found' },
} as const;

export const confirmAddress = defineOperation({
  ...byId,
  id: 'confirmAddress',
  noun: 'my.confirmAddress',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/my/addresses/:addressId/confirm',
  access: ownAccess,
  tag,
  summary: 'Confirm an email address with a code',
  description:
    'Credentials of the address appear in your list, and emailed codes for it sign you in. If it was the address of another user, they lose it, and both of you get an email. A user who has nothing else is merged into yours. This is refused if you would have too many collections or imported credentials. The code stays valid. Needs a session, not a JWT.',
  body: z.object({
    code: line({ max: 40 }).meta({ description: 'From the email. Spaces don’t matter' }),
  }),
  reply: address,
  errors: [
    'fresh_sign_in_required',
    'invalid_email_code',
    'collection_limit_reached',
    'imported_limit_reached',
  ],
  examples: { body: { code: '123456' }, reply: { ...newExample, confirmed: true } },
});

const updateAddress = defineOperation({
  ...byId,
  id: 'updateAddress',
  noun: 'my.updateAddress',
  audit: null,
  since: '1.0',
  method: 'PUT',
  path: '/my/addresses/:addressId',
  access: ownAccess,
  tag,
  summary: 'Make an email address the primary one',
  description:
    'Messages and password resets are sent to it. The earlier primary address stays yours, and gets an email about the change. Needs a session, not a JWT.',
  body: z.object({ primary: z.literal(true).meta({ description: 'Always true' }) }),
  reply: address,
  errors: ['fresh_sign_in_required', 'address_not_confirmed', 'address_in_use'],
  examples: { body: { primary: true }, reply: { ...newExample, confirmed: true, primary: true } },
});

const removeAddress = defineOperation({
  ...byId,
  id: 'removeAddress',
  noun: 'my.removeAddress',
  audit: null,
  since: '1.0',
  method: 'DELETE',
  path: '/my/addresses/:addressId',
  access: ownAccess,
  tag,
  summary: 'Remove an email address',
  description:
    'Credentials of the address leave your list at once, and codes for it no longer sign you in. Those added from elsewhere return if you confirm it again; `/my/addresses` deletes them for good. Your other sessions end and apps are disconnected, because a code sent to it may have opened them. The credentials themselves stay as they are. The primary address can’t be removed: make another one primary first.',
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  formerNames: { deleted: 'removed' },
  errors: ['address_is_primary'],
  examples: { reply: { deleted: true } },
});

export const addressOperations = {
  listAddresses,
  addAddress,
  confirmAddress,
  updateAddress,
  removeAddress,
} as const;
