import {
  addAddress as addOperation,
  confirmAddress as confirmOperation,
  MAX_ADDRESSES,
  pagePaths,
  withQuery,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type App, clientAddress } from '../../platform/http/index.ts';
import { definePage, readForm, readPageProblem } from '../../platform/pages/index.ts';
import type { PageUser } from '../access/index.ts';
import {
  type Address,
  type AddressDeps,
  type AddressUser,
  addAddress,
  confirmAddress,
  getMySignInTexts,
  listAddresses,
  makePrimary,
  removeAddress,
} from '../people/index.ts';
import { countHiddenImports, deleteHiddenImports } from './imports.ts';
import { askToSignIn, forBrowsers, prepareScreen, readFields, renderNav } from './screen.ts';
import { type AddressTexts, getAddressTexts } from './texts/addresses.ts';

export type AddressPageDeps = AddressDeps & {
  urls: Urls;
  identifyUser: PageUser;
  /** Folder for emails if there is no mail server. */
  mailFolder: string | undefined;
};

type Notice = keyof AddressTexts['done'];
type ViewData = {
  t: AddressTexts;
  nav: string;
  addresses: Address[];
  isFull: boolean;
  /** How many added credentials the list doesn't show. */
  hidden: number;
  notice: string | undefined;
  /** Where emails are if there is no mail server. */
  more: string | undefined;
  problem: string | undefined;
  /** The form that the problem is about: the id of an address, or `new`. */
  failed: string | undefined;
  email: string;
};
type Failure = { error: unknown; fields: Record<string, string> };
type ScreenUser = AddressUser & Pick<User, 'sessionId'>;

const view = definePage<ViewData>(import.meta.url, './views/addresses.eta');
const askView = definePage<{ t: AddressTexts['hidden']; nav: string; count: number }>(
  import.meta.url,
  './views/delete-hidden.eta',
);

/** The screen of the user's addresses. Works without JavaScript. */
export function addressPages(app: App, deps: AddressPageDeps): void {
  const { urls, identifyUser, mailFolder } = deps;

  const show = async (reply: FastifyReply, personId: string, failure?: Failure) => {
    const language = prepareScreen(reply);
    const t = getAddressTexts(language);
    const addresses = await listAddresses(deps, personId);
    const isWaiting = addresses.some(({ confirmed }) => !confirmed);
    const { status, ...outcome } = failure
      ? describeFailure(failure, reply, t)
      : { status: 200, ...success, notice: readNotice(reply, t) };
    const data: ViewData = {
      ...{ t, addresses, nav: renderNav(language, 'myAddresses') },
      ...outcome,
      hidden: await countHiddenImports(deps.db, personId),
      isFull: addresses.length >= MAX_ADDRESSES,
      more: isWaiting && mailFolder ? getMySignInTexts(language).mailFolder : undefined,
    };
    return view(reply, t.heading, data, status, language);
  };

  /** Deletes added credentials of removed addresses, once the user has confirmed their number. */
  const forget = async (
    { personId, language }: ScreenUser,
    { count: expected }: Record<string, string>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const count = await deleteHiddenImports(deps.db, personId, Number(expected));
    if (!count) return reply.redirect(withQuery(pagePaths.myAddresses, { done: 'deleted' }), 303);
    const { hidden: t } = getAddressTexts(language);
    const data = { t, count, nav: renderNav(language, 'myAddresses') };
    return askView(reply, t.question(count), data, 200, language);
  };

  const act = async (request: FastifyRequest, user: ScreenUser): Promise<Notice> => {
    const fields = readFields(request);
    if (fields.act === 'add') {
      const { email } = readForm(addOperation.body, request, urls.base);
      await addAddress(deps, email, user);
      return 'added';
    }
    if (request.headers.origin !== urls.base) throw new Problem('origin_mismatch');
    const addressId = readId(fields.address ?? '');
    if (!addressId) throw new Problem('address_not_found');
    switch (fields.act) {
      case 'confirm': {
        const { code } = readForm(confirmOperation.body, request, urls.base);
        await confirmAddress(deps, addressId, code, user);
        return 'confirmed';
      }
      case 'primary':
        await makePrimary(deps, addressId, user);
        return 'primary';
      case 'remove':
        await removeAddress(deps, addressId, user);
        return 'removed';
      default:
        throw new Problem('invalid_request');
    }
  };

  app.get(pagePaths.myAddresses, forBrowsers, async (request, reply) => {
    const user = await identifyUser(request);
    return user ? show(reply, user.personId) : askToSignIn(reply);
  });

  app.post(pagePaths.myAddresses, forBrowsers, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const { personId, sessionId } = user;
    try {
      const language = prepareScreen(reply);
      const client = clientAddress(request);
      const who = { personId, sessionId, client, language };
      const fields = readFields(request);
      if (fields.act === 'forget') {
        if (request.headers.origin !== urls.base) throw new Problem('origin_mismatch');
        return await forget(who, fields, reply);
      }
      const done = await act(request, who);
      return reply.redirect(withQuery(pagePaths.myAddresses, { done }), 303);
    } catch (error) {
      return show(reply, personId, { error, fields: readFields(request) });
    }
  });
}

function readNotice(reply: FastifyReply, { done: texts }: AddressTexts): string | undefined {
  const { done } = reply.request.query as Record<string, unknown>;
  return typeof done === 'string' && Object.hasOwn(texts, done) ? texts[done as Notice] : undefined;
}

const success = { problem: undefined, failed: undefined, email: '' };

function describeFailure({ error, fields }: Failure, reply: FastifyReply, t: AddressTexts) {
  const { problem, status } = readPageProblem(error, reply);
  const { act, address, email = '' } = fields;
  const isNew = act === 'add';
  return {
    ...{ status, problem: describeProblem(problem, t), notice: undefined },
    ...{ failed: isNew ? 'new' : address, email: isNew ? email : '' },
  };
}

function describeProblem({ code, details }: Problem, { problems: t }: AddressTexts): string {
  if (details) return details.some(({ path }) => path === 'email') ? t.email : t.code;
  const texts: Partial<Record<typeof code, string>> = {
    address_exists: t.exists,
    invalid_email_code: t.code,
    address_in_use: t.inUse,
    ...{ collection_limit_reached: t.merge, imported_limit_reached: t.merge },
    address_not_found: t.gone,
    too_many_requests: t.tooMany,
    origin_mismatch: t.origin,
  };
  return texts[code] ?? t.other;
}
