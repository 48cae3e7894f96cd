import { createServer, connect as dial, type Server, type Socket } from 'node:net';

export type DatabaseProxy = {
  url: string;
  /** Breaks connections and refuses new ones. */
  shut: () => void;
  open: () => void;
  /** Silently stops existing connections, also after `open`, which accepts new ones. */
  vanish: () => void;
  close: () => Promise<void>;
};

/** A proxy before the database that can refuse or silently drop connections. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const directory = target.searchParams.get('host');
  const address = directory
    ? { path: `${directory}/.s.PGSQL.5432` }
    : { host: target.hostname, port: Number(target.port || 5432) };
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let state: 'open' | 'shut' | 'silent' = 'open';
  const server: Server = createServer((near) => {
    if (state === 'shut') return void near.destroy();
    if (state === 'silent') {
      near.on('error', () => {});
      return void silent.add(near);
    }
    const far = dial(address as { path: string });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  const user = url.username || url.searchParams.get('user') || 'insignia';
  const login = `${user}${url.password ? `:${url.password}` : ''}`;
  return {
    url: `postgresql://${login}@127.0.0.1:${port}${url.pathname}`,
    shut: () => {
      state = 'shut';
      for (const socket of sockets) socket.destroy();
    },
    open: () => {
      state = 'open';
    },
    vanish: () => {
      state = 'silent';
      for (const socket of sockets) {
        socket.unpipe();
        socket.removeAllListeners('close').pause();
        silent.add(socket);
      }
      sockets.clear();
    },
    close: () => {
      for (const socket of [...sockets, ...silent]) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
