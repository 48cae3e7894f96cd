import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { type Instance, startInstance } from './instance.ts';
import { findFreePort } from './port.ts';
import { createCertificateAuthority } from './receiver.ts';

/**
 * The program behind a TLS-terminating proxy: https://localhost with a port, by a trusted test
 * authority.
 */
export async function startOverHttps(settings: Record<string, string> = {}): Promise<Instance> {
  const { issue } = await createCertificateAuthority();
  const port = await findFreePort();
  const proxy = createServer(await issue(), (incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const forwarded = { ...headers, 'x-forwarded-proto': 'https' };
    const passed = request(
      { host: '127.0.0.1', port, method, path, headers: forwarded },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        pipeline(found, answer, () => {});
      },
    );
    passed.on('error', () => answer.destroy());
    pipeline(incoming, passed, () => {});
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  const instance = await startInstance({ PORT: String(port), BASE_URL: url, ...settings });
  return {
    ...instance,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await instance.stop();
    },
  };
}
