import {
  bodySchema,
  getBodyLimit,
  type Operation,
  type OperationId,
  type Operations,
  type SchemaSettings,
} from '@insignia/contract';
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import {
  type Callers,
  createEntryHook,
  createRouteHandler,
  type EntryDeps,
  type Handle,
} from './call.ts';
import { addBodyErrors, createIgnoredFieldsHook, type FindBodyErrors } from './json-body.ts';
import { buildRouteSchema } from './route-schema.ts';
import { sendProblem } from './send-problem.ts';

/** Server-side additions to an operation. */
export type RouteOptions = {
  /**
   * Checks beyond the schema. Also run if the schema fails, so that one response lists all errors.
   */
  findErrors?: FindBodyErrors;
};

type Handler<O extends Operation> = Handle<O> | (RouteOptions & { handle: Handle<O> });

/** A handler for each operation. One that is missing, or that no operation has, is a type error. */
export type Handlers<G extends Operations<G>> = { [Id in keyof G]: Handler<G[Id]> };

declare const implementedIds: unique symbol;
/** Operations that were implemented. Their ids exist for the compiler only. */
export type ServedOperations<Id> = { readonly [implementedIds]: Id };
export type IdsIn<T> = T extends readonly (infer Each)[]
  ? IdsIn<Each>
  : T extends ServedOperations<infer Id>
    ? Id
    : never;

/** Serves a group of operations with their schemas, access and handlers. */
export type Implement = <const G extends Operations<G>>(
  operations: G,
  handlers: Handlers<G>,
) => ServedOperations<keyof G>;

type Dependencies = EntryDeps & { settings: SchemaSettings };

function createImplement(app: App, deps: Dependencies): Implement {
  const { settings } = deps;
  const serve = (operation: Operation, handler: Handler<Operation>): void => {
    const { handle, findErrors }: RouteOptions & { handle: Handle<Operation> } =
      typeof handler === 'function' ? { handle: handler } : handler;
    const callers: Callers = new WeakMap();
    const body = bodySchema(operation, settings);
    const reads = body && { operation, body, findErrors };
    app.route({
      method: operation.method,
      url: operation.path,
      bodyLimit: getBodyLimit(operation),
      config: {
        operation: operation.id as OperationId,
        ...(operation.access !== 'public' && { needsCaller: true }),
        ...(operation.anyOrigin && { anyOrigin: true }),
      },
      schema: buildRouteSchema(operation, settings),
      onRequest: createEntryHook(operation, deps, callers),
      preValidation: [
        ...(operation.mayBeEmpty ? [fillEmptyBody] : []),
        createIgnoredFieldsHook(operation, body),
      ],
      errorHandler: (error, request, reply) =>
        sendProblem(reads ? addBodyErrors(error, request, reads) : error, request, reply),
      handler: createRouteHandler(operation, handle, callers),
    });
  };
  return (operations, handlers) => {
    for (const [id, handler] of Object.entries<Handler<Operation>>(handlers as never))
      serve((operations as Record<string, Operation>)[id] as Operation, handler);
    return {} as never;
  };
}

async function fillEmptyBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  const isEmpty =
    body === undefined ||
    (typeof body === 'object' && !Array.isArray(body) && body && Object.keys(body).length === 0);
  if (isEmpty) request.body = { parameters: {} };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Only authenticated callers get past its `onRequest` hook. */
    needsCaller?: true;
    /** The route counts its requests itself, by what they authenticate with. */
    ownLimits?: true;
    /** Allows other sites to read the response. */
    anyOrigin?: true;
  }
}

/** Registers routes of a feature. */
export type Scope = {
  /** Serves a group of operations. */
  implement: Implement;
  /** Registers pages. */
  app: App;
  /** Registers routes with their own content types and hooks. */
  within: <T>(
    prepare: (app: App) => void,
    register: (scope: Scope) => T,
  ) => ServedOperations<IdsIn<T>>;
};

/** To name a plugin, Fastify would compare it with each loaded module, twice. */
const named = { [Symbol.for('fastify.display-name')]: 'routes' };

export function createScope(app: App, deps: Dependencies): Scope {
  return {
    implement: createImplement(app, deps),
    app,
    within: (prepare, register) => {
      const plugin: FastifyPluginCallback = (child, _options, done) => {
        prepare(child);
        register(createScope(child, deps));
        done();
      };
      void app.register(Object.assign(plugin, named));
      return {} as never;
    },
  };
}
