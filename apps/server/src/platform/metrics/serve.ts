import { createServer } from 'node:http';
import { prometheusContentType } from 'prom-client';

/** Serves `/metrics` on its own port, for the operator's network only. */
export async function serveMetrics(
  host: string,
  port: number,
  tell: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    tell().then(
      (text) => response.writeHead(200, { 'content-type': prometheusContentType }).end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
