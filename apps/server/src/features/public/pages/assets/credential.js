// Beside what works without it: counts what is done with the credential, copies, and shows the checks in place.
const credential = document.querySelector('[data-engagement]');
const isRobot = /bot|crawl|spider|slurp|preview|facebookexternalhit|headlesschrome-lighthouse/i;

function tell(event) {
  if (isRobot.test(navigator.userAgent)) return;
  fetch(credential.dataset.engagement, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ parameters: event }),
    keepalive: true,
  }).catch(() => {});
}

// A page that is loaded ahead, or in a tab that nobody looks at, has not been viewed.
function whenSeen(act) {
  if (document.visibilityState === 'visible' && !document.prerendering) return act();
  const look = () => {
    if (document.visibilityState !== 'visible' || document.prerendering) return;
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('prerenderingchange', look);
    act();
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('prerenderingchange', look);
}
whenSeen(() => tell({ kind: 'view' }));

document.addEventListener('click', (click) => {
  const found = click.target.closest('[data-event]');
  if (!found) return;
  const { event: kind, network } = found.dataset;
  tell(network ? { kind, network } : { kind });
});

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = 'Copied';
    } catch {
      // Not allowed here: it is marked, so that one key copies it.
      field.focus();
      field.select();
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

const verify = document.getElementById('verify');
const checks = document.getElementById('checks');
const words = { valid: 'valid', invalid: 'invalid', unknown: 'could not check' };
const verdicts = {
  valid: 'Valid credential: every check passed.',
  expired: 'Genuine, but expired.',
  revoked: 'Revoked: the issuer has withdrawn it.',
  not_found: 'No such credential.',
  invalid: 'Not valid.',
  unknown: 'Could not be verified.',
};

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

verify.addEventListener('click', async (click) => {
  click.preventDefault();
  if (checks.dataset.busy) return;
  checks.dataset.busy = 'yes';
  checks.replaceChildren(element('p', 'Checking…', 'lead'));
  try {
    const answer = await fetch(verify.href, { headers: { accept: 'application/json' } });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error);
    const list = element('ul', '', 'checks');
    for (const { outcome, message } of body.checks) {
      const item = element('li', '', outcome);
      const sign = element('span', '', 'sign');
      sign.setAttribute('role', 'img');
      sign.setAttribute('aria-label', words[outcome]);
      item.append(sign, element('span', message));
      list.append(item);
    }
    const verdict = element('p', verdicts[body.status], `verdict ${body.status}`);
    checks.replaceChildren(verdict, list);
  } catch (error) {
    checks.replaceChildren(
      element('p', `Could not be checked: ${error.message}`, 'verdict invalid'),
    );
  }
  delete checks.dataset.busy;
});
