// Checks that the service is alive, or with `--ready [seconds]` waits until it is ready. For
// container health checks and dependent units. No dependencies, for a fast start.
const { PORT = '3000', HOST = '127.0.0.1', ROLE = 'all', METRICS_PORT, MAINPID } = process.env;
const [wanted, seconds = '60'] = process.argv.slice(2);
const patienceMs = wanted === '--ready' ? Number(seconds) * 1_000 : 0;

// Wildcard addresses can't be connected to.
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);
const url = addressToAsk();
const deadline = Date.now() + patienceMs;
for (;;) {
  const problem = await ask();
  if (problem === undefined) break;
  if (Date.now() >= deadline) fail(`${url} ${problem}`);
  if (hasEnded(MAINPID)) fail(`${url} ${problem}: the process has ended`);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** A worker serves only its metrics port. */
function addressToAsk() {
  if (ROLE !== 'worker') return `http://${host}:${PORT}${wanted === '--ready' ? '/readyz' : '/healthz'}`;
  if (METRICS_PORT) return `http://${host}:${METRICS_PORT}/metrics`;
  return fail('ROLE=worker answers nobody: set METRICS_PORT, so that it can be asked');
}

/** Returns the problem, if any. */
async function ask() {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const text = await answer.text();
    return answer.ok ? undefined : `answers ${answer.status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `does not answer: ${error.cause?.code ?? error.message}`;
  }
}

/** The main process systemd started: invalid settings end it at once. */
function hasEnded(pid) {
  if (!pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
