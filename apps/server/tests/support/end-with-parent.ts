// Loaded before a program or helper of the tests: it is asked to end when the process that launched it is gone, however
// that ended, since its standard input closes then.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
(process.stdin as unknown as { unref: () => void }).unref();
