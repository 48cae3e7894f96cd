import { createPathBuilder, getImage } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CID } from 'multiformats/cid';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type PreparedResponse,
  preparePart,
  prepareResponse,
  type ResponseCache,
  writePrepared,
} from '../../platform/http/index.ts';
import {
  computeCid,
  type ImageReference,
  type ImageStore,
  isCid,
  loadPicture,
  parseCid,
} from '../../platform/images/index.ts';
import { type BlockForm, chooseBlockForm, needsOtherCar, readByteRange } from './rules.ts';
import { findShownImage } from './store.ts';

/** A file that belongs to the program, such as a stylesheet. */
export type GatewayFile = { type: string; body: Buffer };

export type GatewayDeps = {
  db: Database;
  images: ImageStore;
  cache: ResponseCache;
  imageReferences: readonly ImageReference[];
  staticFiles: readonly GatewayFile[];
};

const buildPath = createPathBuilder(getImage.path);

/** The CID of nothing. Clients ask for it to find out whether a host is a trustless gateway. */
const EMPTY_CID = 'bafkqaaa';

const types = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car; version=1; order=dfs; dups=n',
} as const;

type Call = {
  params: { cid: string };
  query: { format?: 'raw' | 'car' | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Sends content by its hash, also as a block or CAR file (Trustless Gateway specification). All our
 * content is one raw block, so every scope of a CAR file is the same.
 */
export function createGateway({ db, images, cache, imageReferences, staticFiles }: GatewayDeps) {
  const statics = new Map(staticFiles.map((file) => [computeCid(file.body), file]));
  statics.set(EMPTY_CID, { type: 'application/octet-stream', body: Buffer.alloc(0) });

  const load = async (cid: string): Promise<GatewayFile> => {
    const known = statics.get(cid);
    if (known) return known;
    const image = isCid(cid) ? await findShownImage(db, imageReferences, cid) : undefined;
    if (!image) throw new Problem('image_not_found');
    return { type: image.mediaType, body: await loadPicture({ images }, cid) };
  };

  return async ({ params, query, request, reply }: Call): Promise<FastifyReply> => {
    reply.header('vary', 'Accept');
    const cid = parseCid(params.cid);
    if (!cid)
      throw invalid('cid', 'must be a content identifier (CID), for example bafkrei… or Qm…');
    if (query.format !== 'raw' && needsOtherCar(request.headers.accept))
      throw invalid('Accept', 'must be of CAR version 1, the only one that is sent');
    const form = chooseBlockForm(query.format, request.headers.accept);
    const prepared = await cache.get(`${buildPath(cid)} ${form}`, async () =>
      prepareBlock(cid, form, await load(cid)),
    );
    const part = form === 'car' ? prepared : applyRange(prepared, request, reply);
    reply.hijack();
    writePrepared(part, request.raw, reply.raw);
    return reply;
  };
}

async function prepareBlock(
  cid: string,
  form: BlockForm,
  { type, body }: GatewayFile,
): Promise<PreparedResponse> {
  const file = form === 'raw' ? 'bin' : form;
  return prepareResponse({
    type: form === 'plain' ? type : types[form],
    body: form === 'car' ? await packCar(cid, body) : body,
    etag: form === 'plain' ? cid : `${cid}.${form}`,
    cache: 'public, max-age=31536000, immutable',
    headers: [
      ...['vary', 'Accept', 'accept-ranges', form === 'car' ? 'none' : 'bytes'],
      ...['access-control-allow-origin', '*'],
      ...['access-control-expose-headers', 'Content-Range, X-Ipfs-Path, X-Ipfs-Roots'],
    ],
    ownHeaders: [
      ...['x-ipfs-path', buildPath(cid), 'x-ipfs-roots', cid],
      ...(form === 'plain' ? [] : ['content-disposition', `attachment; filename="${cid}.${file}"`]),
    ],
    cacheTags: [`image/${cid}`],
  });
}

/** A CAR file (version 1) with one root and its block. */
async function packCar(cid: string, bytes: Buffer): Promise<Buffer> {
  const car = await import('@ipld/car/buffer-writer');
  const root = CID.parse(cid);
  const block = { cid: root, bytes };
  const size = car.headerLength({ roots: [root] }) + car.blockLength(block);
  const writer = car.createWriter(new ArrayBuffer(size), { roots: [root] });
  return Buffer.from(writer.write(block).close());
}

/** RFC 9110 §14.2: only GET has ranges, and a condition comes first. */
function applyRange(
  prepared: PreparedResponse,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): PreparedResponse {
  const condition = headers['if-range'];
  const isCurrent = condition === undefined || condition === prepared.etag;
  if (method !== 'GET' || !isCurrent || headers['if-none-match']) return prepared;
  const { length } = prepared.body;
  const range = readByteRange(headers.range, length);
  if (range !== 'unsatisfiable') return range ? preparePart(prepared, range) : prepared;
  reply.header('content-range', `bytes */${length}`);
  throw new Problem('range_not_satisfiable');
}
