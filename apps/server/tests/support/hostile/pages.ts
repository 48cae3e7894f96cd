import { isDeepStrictEqual } from 'node:util';
import { type Attack, encodeForUrl, headBytes, MAX_PATH_LENGTH, onHeaders } from './attacks.ts';
import { createHostileForms, createHostileTokens } from './forms.ts';
import type { RecordedRoute } from './record-routes.ts';
import { type HostileAnswer, sendAttack } from './send.ts';
import {
  createHostileDocuments,
  createHostileTexts,
  type Extent,
  type PayloadMaker,
} from './shapes.ts';

type Headers = Record<string, string>;
type Ids = Record<string, string>;
/** `signIn` is called before each route, because an attack may end a session. */
export type Caller = { name: string; signIn: () => Promise<Headers> };

export type PageWorld = {
  url: string;
  /** Values of parameters. A route is attacked with each set that gives it another path. */
  ids: Ids[];
  stranger: Caller;
  /** They attack only routes that refuse strangers. */
  others: Caller[];
  listRoutes: () => Promise<RecordedRoute[]>;
};

/** One for each button. */
type PageForm = { fields: Map<string, string>; takesFiles: boolean };
/** By the path that they are sent to. */
type PageForms = Map<string, PageForm[]>;
/** `type`: of the body that a route reads for a caller. Undefined if it reads none. */
type Target = { route: RecordedRoute; ids: Ids; caller: Caller; type: string | undefined };

/** Fields of standards. No page has such a form, and a handler that copies all fields reads no names. */
const standardForm: PageForm = {
  fields: new Map([
    ['grant_type', 'authorization_code'],
    ...['id_token', 'state', 'SAMLResponse', 'RelayState', 'token'].map(
      (name): [string, string] => [name, 'a'],
    ),
  ]),
  takesFiles: false,
};
/** The same for JSON: of SCIM and of OAuth's registration. */
const standardDocument: Record<string, unknown> = {
  schemas: ['User', 'Group'].map((name) => `urn:ietf:params:scim:schemas:core:2.0:${name}`),
  ...{ userName: 'sample@example.org', displayName: 'Sample', externalId: '1', active: true },
  emails: [{ value: 'sample@example.org', primary: true }],
  members: [],
  Operations: [{ op: 'replace', path: 'displayName', value: 'Sample' }],
  redirect_uris: ['https://app.example/callback'],
};
const standardJson: PageForm = {
  fields: new Map(Object.keys(standardDocument).map((name) => [name, 'a'])),
  takesFiles: false,
};
const standardNames = [...standardForm.fields.keys(), ...Object.keys(standardDocument)];
const formType = 'application/x-www-form-urlencoded';
const jsonTypes = ['application/scim+json', 'application/json'];
const bodyless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * All shapes for every parameter, query parameter and field of the routes that aren't operations.
 * Visits all of them first, because pages show the fields of forms, and the program reads names.
 */
export async function* generatePageAttacks(
  world: PageWorld,
  extent: Extent,
): AsyncGenerator<Attack> {
  const forms: PageForms = new Map();
  const targets: Target[] = [];
  const found = await world.listRoutes();
  for (const route of found)
    for (const ids of new Map(
      world.ids.map((each) => [fillRoute(route.path, each), each]),
    ).values()) {
      const each = await visit(world, { route, ids }, forms);
      targets.push(...(extent === 'all' ? each : each.slice(-1)));
    }
  // With the names that were read.
  const routes = new Map((await world.listRoutes()).map((each) => [nameRoute(each), each]));
  const pick = createPicker(extent);
  for (const { route, caller, ...target } of targets) {
    const headers = { accept: 'text/html', ...(await caller.signIn()) };
    const known = { ...target, route: routes.get(nameRoute(route)) ?? route };
    for (const attack of attackRoute(known, forms, pick))
      yield {
        ...{ ...attack, name: `${attack.name} (${caller.name})` },
        headers: { ...headers, ...attack.headers },
      };
  }
  const requests = targets.map(({ route, ids }) => createRequest(route, ids));
  if (extent === 'all') yield* onHeaders(requests, extent);
}

const nameRoute = ({ method, path }: RecordedRoute): string => `${method} ${path}`;

const fillRoute = (path: string, ids: Ids): string =>
  path.replaceAll(/:(\w+)\??/g, (_, name: string) => ids[name] ?? 'x').replace('*', 'x');

const createRequest = (route: RecordedRoute, ids: Ids): Attack => ({
  ...{ name: nameRoute(route), method: route.method, path: fillRoute(route.path, ids) },
});

/** Notes the forms of a page. Returns the stranger, and the callers that a route lets in. */
async function visit(
  world: PageWorld,
  { route, ids }: Pick<Target, 'route' | 'ids'>,
  forms: PageForms,
): Promise<Target[]> {
  const { stranger, others } = world;
  const request = createRequest(route, ids);
  const targets: Target[] = [];
  for (const caller of [stranger, ...others]) {
    const headers = { accept: 'text/html', ...(await caller.signIn()) };
    const { answer, type } = await findBodyType(world.url, { ...request, headers });
    noteForms(answer, request.path, forms);
    const isRefused = [303, 401, 403].includes(answer.status);
    if (caller === stranger || !isRefused) targets.push({ route, ids, caller, type });
    if (caller === stranger && !isRefused) break;
  }
  return targets;
}

/** Sends the request with each type of body until one is read. */
async function findBodyType(
  url: string,
  { headers = {}, ...request }: Attack,
): Promise<{ answer: HostileAnswer; type: string | undefined }> {
  if (bodyless.includes(request.method))
    return { answer: await sendAttack(url, { ...request, headers }), type: undefined };
  let found: { answer: HostileAnswer; type: string | undefined } | undefined;
  for (const type of [formType, ...jsonTypes]) {
    const createBody = () =>
      type === formType
        ? String(new URLSearchParams([...standardForm.fields]))
        : JSON.stringify(standardDocument);
    const typed = { headers: { ...headers, 'content-type': type }, createBody };
    const answer = await sendAttack(url, { ...request, ...typed });
    // A route that refuses its caller reads nothing.
    const isRead = ![401, 404, 405, 415].includes(answer.status);
    found = { answer, type: isRead ? type : undefined };
    if (answer.status !== 415) break;
  }
  return found as NonNullable<typeof found>;
}

function noteForms({ text, headers }: HostileAnswer, path: string, forms: PageForms): void {
  if (!headers['content-type']?.startsWith('text/html')) return;
  for (const [, tag = '', content = ''] of text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    if (readAttribute(tag, 'method')?.toLowerCase() !== 'post') continue;
    const [action = ''] = (readAttribute(tag, 'action') ?? path).split('?');
    const known = forms.get(action) ?? [];
    const isNew = (form: PageForm) =>
      !known.some(({ fields }) => isDeepStrictEqual(fields, form.fields));
    forms.set(action, [...known, ...readForms(tag, content).filter(isNew)]);
  }
}

/** One for each button. */
function readForms(tag: string, content: string): PageForm[] {
  const read = (pattern: RegExp): [string, string][] =>
    [...content.matchAll(pattern)].flatMap(([field]) => {
      const name = readAttribute(field, 'name');
      return name === undefined ? [] : [[name, readAttribute(field, 'value') ?? 'a']];
    });
  const fields = read(/<(?:input|select|textarea)\b[^>]*>/g);
  const buttons = read(/<button\b[^>]*>/g).map((button) => [button]);
  const takesFiles = tag.includes('multipart/form-data');
  return (buttons.length > 0 ? buttons : [[]]).map((button) => ({
    ...{ fields: new Map([...fields, ...button]), takesFiles },
  }));
}

const readAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

type Shape = [name: string, make: PayloadMaker];
type Picker = {
  texts: (good: string) => Shape[];
  /** Also what standards encode in a field. */
  values: (field: string, good: string) => Shape[];
  documents: () => Shape[];
  files: () => ReturnType<typeof createHostileForms>;
};

/** In the short form, each place gets one shape, in turn. */
function createPicker(extent: Extent): Picker {
  let turn = 0;
  const choose = <T>(all: T[]): T[] => (extent === 'all' ? all : [all[turn++ % all.length] as T]);
  return {
    texts: (good) => choose(createHostileTexts(good, extent)),
    values: (field, good) => [
      ...choose(createHostileTexts(good, extent)),
      ...(extent === 'all' && standardNames.includes(field) ? createHostileTokens(extent) : []),
    ],
    documents: () => choose(createHostileDocuments(extent)),
    files: () => choose(createHostileForms(extent)),
  };
}

function* attackRoute(
  target: Omit<Target, 'caller'>,
  forms: PageForms,
  pick: Picker,
): Generator<Attack> {
  yield* attackAddress(target, pick);
  const { route, ids } = target;
  if (bodyless.includes(route.method)) return;
  const request = createRequest(route, ids);
  const known = forms.get(request.path) ?? [target.type === formType ? standardForm : standardJson];
  yield* attackForms(target, known, pick);
  const send = (type: string, [shape, make]: Shape): Attack =>
    withBody(request, `${type}: ${shape}`, type, () => make(route.bodyLimit));
  for (const shape of pick.texts('a=b')) yield send(formType, shape);
  for (const type of jsonTypes) for (const shape of pick.documents()) yield send(type, shape);
}

function* attackAddress({ route, ids }: Omit<Target, 'caller'>, pick: Picker): Generator<Attack> {
  const { name, path, ...request } = createRequest(route, ids);
  for (const [part] of route.path.matchAll(/:\w+\??|\*/g))
    for (const [shape, make] of [...pick.texts('x'), ...pick.documents()]) {
      const value = encodeForUrl(make(headBytes), MAX_PATH_LENGTH);
      const hostile = fillRoute(
        route.path.replace(part, () => value),
        ids,
      );
      yield { ...request, name: `${name} ${part}: ${shape}`, path: hostile };
    }
  for (const parameter of route.query)
    for (const [shape, make] of pick.texts('a')) {
      const query = `${parameter}=${encodeForUrl(make(headBytes), headBytes)}`;
      yield { ...request, name: `${name} query ${parameter}: ${shape}`, path: `${path}?${query}` };
    }
}

function* attackForms(
  { route, ids, type }: Omit<Target, 'caller'>,
  known: PageForm[],
  pick: Picker,
): Generator<Attack> {
  if (!type) return;
  const request = createRequest(route, ids);
  for (const [at, { fields, takesFiles }] of known.entries()) {
    // Once is enough for names that no form has.
    const names = new Set([...fields.keys(), ...(at === 0 ? route.fields : [])]);
    const shapes = [...names].flatMap((field) =>
      pick
        .values(field, fields.get(field) ?? 'a')
        .map(([shape, make]) => ({ shape: `${field}: ${shape}`, field, make })),
    );
    for (const { shape, ...value } of shapes)
      yield withBody(request, shape, type, () =>
        fillBody(type, fields, { ...value, limit: route.bodyLimit }),
      );
    for (const [shape, file] of takesFiles ? pick.files() : [])
      yield withBody(request, shape, file.type, file.createBody);
  }
}

const withBody = (
  request: Attack,
  shape: string,
  type: string,
  createBody: () => string | Buffer,
): Attack => ({
  ...{
    ...request,
    name: `${request.name} ${shape}`,
    headers: { 'content-type': type },
    createBody,
  },
});

function fillBody(
  type: string,
  fields: Map<string, string>,
  { field, make, limit }: { field: string; make: PayloadMaker; limit: number },
): string {
  if (type !== formType) {
    const { [field]: _, ...others } = standardDocument;
    const frame = JSON.stringify(others).slice(0, -1);
    return `${frame},"${field}":${JSON.stringify(make(limit - frame.length - field.length - 10))}}`;
  }
  const rest = new URLSearchParams([...fields].filter(([other]) => other !== field));
  const room = limit - `${rest}&${field}=`.length;
  return `${rest}&${field}=${encodeForUrl(make(room), room)}`;
}
