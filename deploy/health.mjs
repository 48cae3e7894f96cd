// Whether the service beside it lives; with `--ready [seconds]` whether it can serve, waiting so long for it.
// For containers' health checks and units that others wait for. Without dependencies, so that it starts in no time.
const { PORT = '3000', HOST = '127.0.0.1', ROLE = 'all', METRICS_PORT, MAINPID } = process.env;
const [wanted, seconds = '60'] = process.argv.slice(2);
const patienceMs = wanted === '--ready' ? Number(seconds) * 1_000 : 0;

// Nobody listens at the address that stands for all of them.
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);
const url = addressToAsk();
const deadline = Date.now() + patienceMs;
for (;;) {
  const fault = await ask();
  if (fault === undefined) break;
  if (Date.now() >= deadline) fail(`${url} ${fault}`);
  if (hasEnded(MAINPID)) fail(`${url} ${fault}: the process has ended`);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** A worker answers nobody but who asks for its metrics. */
function addressToAsk() {
  if (ROLE !== 'worker') return `http://${host}:${PORT}${wanted === '--ready' ? '/readyz' : '/healthz'}`;
  if (METRICS_PORT) return `http://${host}:${METRICS_PORT}/metrics`;
  return fail('ROLE=worker answers nobody: set METRICS_PORT, so that it can be asked');
}

/** What is wrong, if anything. */
async function ask() {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const text = await answer.text();
    return answer.ok ? undefined : `answers ${answer.status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `does not answer: ${error.cause?.code ?? error.message}`;
  }
}

/** Whom systemd has started, and waits for with us: settings with faults end it at once. */
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
