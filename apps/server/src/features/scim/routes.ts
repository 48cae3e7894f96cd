import { bodyLimits, errors, provisioningTokenPrefix, scimPath } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId, readId } from '../../kernel/id.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { InvalidateLocally } from '../../platform/db/invalidation.ts';
import {
  type App,
  acceptJson,
  assertMatches,
  type RequestLimits,
  type Scope,
  toProblem,
  unwrapTagged,
} from '../../platform/http/index.ts';
import { setClient } from '../../platform/limits/call-context.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { keysCacheTag } from '../access/index.ts';
import { describeUser, userEtag } from './describe-user.ts';
import {
  countGroups,
  findGroup,
  type GroupReference,
  type GroupRow,
  listGroupMembers,
  listGroups,
  listGroupsOfUsers,
} from './group-store.ts';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  describeGroup,
  groupEtag,
  groupNotFound,
} from './groups.ts';
import { readGroup, readGroupPatch, readUser, readUserPatch } from './read-resource.ts';
import {
  MAX_PAGE,
  readGroupFilter,
  readRequestedPage,
  readUserFilter,
  ScimError,
  selectAttributes,
} from './rules.ts';
import {
  type DiscoveryDocument,
  describeResourceTypes,
  describeSchemas,
  describeService,
} from './schemas.ts';
import {
  countUsers,
  type Directory,
  findDirectory,
  findUser,
  listUsers,
  recordRequest,
  type UserRow,
} from './store.ts';
import { changeUser, createUser, deprovisionUser, type UserDeps, userNotFound } from './users.ts';

export type ScimDeps = UserDeps & {
  limits: RequestLimits;
  invalidateLocally: InvalidateLocally;
};

const mediaType = 'application/scim+json; charset=utf-8';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

const requestsTotal = 'insignia_scim_requests_total';

export function measureScim({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: requestsTotal,
    help: 'SCIM requests of directories, by outcome: ok, refused, unauthorized or failed.',
    labels: ['outcome'],
  });
}

type Query = Readonly<Record<string, unknown>>;
type Call = { who: Directory; request: FastifyRequest; reply: FastifyReply; query: Query };
type Verb = (call: Call) => Promise<unknown>;

/** A group of 10,000 members, each with id, name and URL. Okta replaces groups as a whole. */
const MAX_VALUES = 50_000;

/** Serves RFC 7644. The token of each request names the account. */
export function registerScim(scope: Scope, deps: ScimDeps): void {
  const types = ['application/scim+json', 'application/json'];
  const prepare = (app: App) => acceptJson(app, types, { maxValues: MAX_VALUES });
  scope.within(prepare, ({ app }) => serveScim(app, deps));
}

function serveScim(app: App, deps: ScimDeps): void {
  const { db, clock } = deps;
  const callers = new WeakMap<FastifyRequest, Directory>();
  const details = new WeakMap<FastifyRequest, string>();

  app.setErrorHandler((error, request, reply) => {
    const { body, headers } = toScimError(error, request);
    details.set(request, body.detail);
    reply.code(Number(body.status)).headers(headers);
    return reply.type(mediaType).serializer(JSON.stringify).send(body);
  });

  app.addHook('onRequest', async (request, reply) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const who = token?.startsWith(provisioningTokenPrefix)
      ? await findDirectory(db, sha256(token))
      : undefined;
    if (!who) {
      deps.limits.takeAddress(request, reply);
      reply.header('www-authenticate', 'Bearer realm="SCIM"');
      throw new ScimError(401, 'The provisioning token is missing or was revoked.');
    }
    setClient(who.accountId);
    callers.set(request, who);
    deps.limits.take(reply, [
      ['key', who.tokenId],
      ['account', who.accountId],
    ]);
  });

  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    const who = callers.get(request);
    db.figures.add(requestsTotal, { outcome: findOutcome(status) });
    if (!who) return;
    const resource = request.routeOptions.url ?? scimPath;
    const error = details.get(request) ?? null;
    const { tokenId } = who;
    const row = { at: clock(), tokenId, method: request.method, resource, status, error };
    // Losing one only loses a line on a screen.
    await recordRequest(db, newId(), who.accountId, row).catch(() => {});
  });

  const serve = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, verb: Verb) =>
    app.route({
      method,
      url: scimPath + path,
      bodyLimit: path.startsWith('/Groups') ? bodyLimits.many : bodyLimits.usual,
      config: { ownLimits: true },
      handler: async (request, reply) => {
        const who = callers.get(request) as Directory;
        const query = request.query as Query;
        const answer = await verb({ who, request, reply, query });
        if (method !== 'GET') deps.invalidateLocally(keysCacheTag);
        if (answer === undefined) return reply.send();
        return reply.type(mediaType).serializer(JSON.stringify).send(answer);
      },
    });

  serveDiscovery(serve, deps.urls.base + scimPath);
  serveUsers(serve, deps);
  serveGroups(serve, deps, (request) => details.set(request, ownerKeepsRole));
  for (const url of [scimPath, `${scimPath}/*`])
    app.all(url, { config: { ownLimits: true } }, async () => {
      throw new ScimError(404, 'No such SCIM endpoint or method.');
    });
}

type Serve = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  verb: Verb,
) => unknown;

function serveDiscovery(serve: Serve, base: string): void {
  const serveList = (path: string, resources: DiscoveryDocument[]): void => {
    serve('GET', path, async () => toList(resources, resources.length, 1));
    serve('GET', `${path}/:id`, async ({ request }) => {
      const { id } = request.params as { id: string };
      const found = resources.find((one) => one.id === id);
      if (!found) throw new ScimError(404, 'Nothing has this id.');
      return found;
    });
  };
  serve('GET', '/ServiceProviderConfig', async () => describeService(base, MAX_PAGE));
  serveList('/ResourceTypes', describeResourceTypes(base));
  serveList('/Schemas', describeSchemas(base));
}

const toList = (resources: object[], totalResults: number, startIndex: number) => ({
  schemas: [listSchema],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

function readPathId({ request }: Call, notFound: () => ScimError): string {
  const id = readId((request.params as { id: string }).id);
  if (!id) throw notFound();
  return id;
}

const ownerKeepsRole = 'Done. The owner of the account is in this group, but keeps their role.';
const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

function serveUsers(serve: Serve, deps: ScimDeps): void {
  const { db, urls } = deps;
  const locate = (id: string) => `${urls.base}${scimPath}/Users/${id}`;
  const send = (
    { request, reply, query }: Call,
    { user, groups }: { user: UserRow; groups: GroupReference[] },
  ) => {
    const answer = selectAttributes(describeUser(user, groups, locate(user.id)), query);
    return unwrapTagged({ answer, etag: userEtag(user, groups) }, request, reply);
  };

  serve('GET', '/Users', async ({ who: { accountId }, query }) => {
    const filter = query.filter === undefined ? [] : readUserFilter(readText(query.filter));
    const page = readRequestedPage(query);
    const total = await countUsers(db, accountId, filter);
    const rows = page.count > 0 ? await listUsers(db, accountId, filter, page) : [];
    const groups = await listGroupsOfUsers(
      db,
      rows.map(({ id }) => id),
    );
    const resources = rows.map((user) =>
      selectAttributes(describeUser(user, groups.get(user.id) ?? [], locate(user.id)), query),
    );
    return toList(resources, total, page.startIndex);
  });

  serve('POST', '/Users', async (call) => {
    const saved = await createUser(deps, call.who, readUser(call.request.body));
    call.reply.code(201).header('location', locate(saved.user.id));
    return send(call, saved);
  });

  serve('GET', '/Users/:id', async (call) => {
    const id = readPathId(call, userNotFound);
    const user = await findUser(db, call.who.accountId, id);
    if (!user) throw userNotFound();
    return send(call, { user, groups: (await listGroupsOfUsers(db, [id])).get(id) ?? [] });
  });

  for (const [method, read] of [
    ['PUT', readUser],
    ['PATCH', readUserPatch],
  ] as const)
    serve(method, '/Users/:id', async (call) => {
      const id = readPathId(call, userNotFound);
      const change = read(call.request.body);
      const matches = (etag: string) => assertMatches(call.request, etag);
      return send(call, await changeUser(deps, call.who, id, change, matches));
    });

  serve('DELETE', '/Users/:id', async (call) => {
    const matches = (etag: string) => assertMatches(call.request, etag);
    await deprovisionUser(deps, call.who, readPathId(call, userNotFound), matches);
    call.reply.code(204);
  });
}

/** `noteOwner` explains to admins, in the list of last requests, why a role doesn't apply. */
function serveGroups(
  serve: Serve,
  deps: ScimDeps,
  noteOwner: (request: FastifyRequest) => void,
): void {
  const { db, urls } = deps;
  const locate = (id: string) => `${urls.base}${scimPath}/Groups/${id}`;
  const send = async ({ request, reply, query }: Call, group: GroupRow) => {
    const members = await listGroupMembers(db, group.id);
    const answer = selectAttributes(describeGroup(group, members, locate(group.id)), query);
    return unwrapTagged({ answer, etag: groupEtag(group) }, request, reply);
  };

  serve('GET', '/Groups', async ({ who: { accountId }, query }) => {
    const filter = query.filter === undefined ? [] : readGroupFilter(readText(query.filter));
    const page = readRequestedPage(query);
    const total = await countGroups(db, accountId, filter);
    const rows = page.count > 0 ? await listGroups(db, accountId, filter, page) : [];
    const resources = rows.map((group) =>
      selectAttributes(describeGroup(group, undefined, locate(group.id)), query),
    );
    return toList(resources, total, page.startIndex);
  });

  const note = (
    { request }: Call,
    { group, hasOwner }: Awaited<ReturnType<typeof createGroup>>,
  ) => {
    if (hasOwner) noteOwner(request);
    return group;
  };

  serve('POST', '/Groups', async (call) => {
    const group = note(call, await createGroup(deps, call.who, readGroup(call.request.body)));
    call.reply.code(201).header('location', locate(group.id));
    return send(call, group);
  });

  serve('GET', '/Groups/:id', async (call) => {
    const group = await findGroup(db, call.who.accountId, readPathId(call, groupNotFound));
    if (!group) throw groupNotFound();
    return send(call, group);
  });

  serve('PUT', '/Groups/:id', async (call) => {
    const id = readPathId(call, groupNotFound);
    const { members, ...set } = readGroup(call.request.body);
    const matches = (etag: string) => assertMatches(call.request, etag);
    const steps = [{ kind: 'set', ...set } as const, { kind: 'replace', members } as const];
    return send(call, note(call, await changeGroup(deps, call.who, id, steps, matches)));
  });

  serve('PATCH', '/Groups/:id', async (call) => {
    const id = readPathId(call, groupNotFound);
    const matches = (etag: string) => assertMatches(call.request, etag);
    const steps = readGroupPatch(call.request.body);
    const group = note(call, await changeGroup(deps, call.who, id, steps, matches));
    // A group may have many members.
    call.reply.code(204).header('etag', groupEtag(group));
  });

  serve('DELETE', '/Groups/:id', async (call) => {
    const matches = (etag: string) => assertMatches(call.request, etag);
    await deleteGroup(deps, call.who, readPathId(call, groupNotFound), matches);
    call.reply.code(204);
  });
}

function findOutcome(status: number): string {
  if (status === 401) return 'unauthorized';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Every error in the shape of RFC 7644 §3.12. */
function toScimError(error: unknown, request: FastifyRequest) {
  const headers: Record<string, string | number> = { 'cache-control': 'no-store' };
  if (error instanceof ScimError) return { headers, body: createBody(error) };
  const problem: Problem = toProblem(error);
  const { status, text } = errors[problem.code];
  if (status === 500) request.log.error({ err: problem.cause ?? problem }, 'request failed');
  if (problem.retryAfterSeconds !== undefined)
    headers['retry-after'] = Math.ceil(problem.retryAfterSeconds);
  const fields = problem.details?.map(({ path, message }) => `${path} ${message}`).join('; ');
  const detail =
    problem.code === 'unsupported_media_type'
      ? 'Send Content-Type: application/scim+json.'
      : (problem.text ?? fields ?? text);
  return {
    headers,
    body: createBody({
      status,
      message: detail,
      scimType: status === 400 ? 'invalidSyntax' : undefined,
    }),
  };
}

const createBody = ({
  status,
  scimType,
  message,
}: Pick<ScimError, 'status' | 'scimType' | 'message'>) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
