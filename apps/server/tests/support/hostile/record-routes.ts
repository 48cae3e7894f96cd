// Loaded before the program: records the routes that aren't operations, such as pages and forms, and
// the names that they read from queries and forms. So a new page is attacked without a list.
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** `path` has parameters as in the router. */
export type RecordedRoute = {
  method: string;
  path: string;
  bodyLimit: number;
  query: string[];
  fields: string[];
};

type Names = Set<string>;
const routes = new Map<
  string,
  Omit<RecordedRoute, 'query' | 'fields'> & Record<'query' | 'fields', Names>
>();

export function listRoutes(): RecordedRoute[] {
  return [...routes.values()].map(({ query, fields, ...route }) => ({
    ...{ ...route, query: [...query], fields: [...fields] },
  }));
}

/** Adds the names of properties that are read. */
function observe<T>(value: T, names: Names): T {
  const isRecord = Object.prototype.toString.call(value) === '[object Object]';
  if (!isRecord) return value;
  return new Proxy(value as T & object, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(target, name);
    },
  });
}

subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: FastifyInstance };
  const usual = app.initialConfig.bodyLimit ?? 0;
  app.addHook('onRoute', ({ method, url: path, bodyLimit = usual, config }) => {
    if (config?.operation) return;
    for (const one of [method].flat())
      if (one !== 'HEAD')
        routes.set(`${one} ${path}`, {
          ...{ method: one, path, bodyLimit, query: new Set(), fields: new Set() },
        });
  });
  app.addHook('preValidation', async (request) => {
    const route = routes.get(`${request.method} ${request.routeOptions.url}`);
    if (!route) return;
    request.query = observe(request.query, route.query);
    request.body = observe(request.body, route.fields);
  });
});
