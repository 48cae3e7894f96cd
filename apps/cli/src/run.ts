import { main } from './main.ts';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader, such as `head`, has what it needs.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
process.exitCode = await main(process.argv.slice(2));
// Ctrl-C exits without waiting for open database connections.
if (process.exitCode === 130) process.exit();
