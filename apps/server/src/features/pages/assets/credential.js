// Progressive enhancement: counts engagement, copies, and shows checks in place.
const credential = document.querySelector('[data-engagement]');
const verify = document.getElementById('verify');
const checks = document.getElementById('checks');
const texts = JSON.parse(verify.dataset.texts);
const isRobot = /bot|crawl|spider|slurp|preview|facebookexternalhit|headlesschrome-lighthouse/i;

function tell(event) {
  // A page in a file has nowhere to report to.
  if (!credential) return;
  if (isRobot.test(navigator.userAgent)) return;
  fetch(credential.dataset.engagement, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ parameters: event }),
    keepalive: true,
  })
    // An unread response keeps its connection, and the page never becomes idle.
    .then((answer) => answer.arrayBuffer())
    .catch(() => {});
}

// Prerendered pages and background tabs don't count as views.
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

// A page in a file doesn't change when its credential expires.
const lasting = document.querySelector('[data-expires]');
if (lasting && Date.parse(lasting.dataset.expires) < Date.now()) {
  const pill = lasting.querySelector('.pill');
  pill.textContent = texts.expired;
  pill.classList.remove('good');
  document
    .querySelector('section.actions [href^="https://www.linkedin.com"]')
    ?.closest('section')
    .remove();
}

// Phones list the apps that can send the link. The other ways to share stay.
const shareSheet = document.getElementById('share-sheet');
if (shareSheet && navigator.share) {
  const { title, text } = shareSheet.dataset;
  shareSheet.hidden = false;
  shareSheet.addEventListener('click', () => {
    navigator
      .share({ title, text, url: document.getElementById('page-link').value })
      .then(() => tell({ kind: 'share', network: 'device' }))
      // Canceled, or nothing to share with.
      .catch(() => {});
  });
}

// While many people open certificates, the service may draw this one later.
const certificate = document.querySelector('.sheet img');
let attempts = 0;
function drawLater() {
  if (attempts++ === 3) return;
  const { src } = certificate;
  const load = () => {
    certificate.src = src;
  };
  setTimeout(load, (attempts + Math.random()) * 5000);
}
certificate.addEventListener('error', drawLater);
if (certificate.complete && certificate.naturalWidth === 0) drawLater();

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = texts.copied;
    } catch {
      // Clipboard access denied: select the text, so that one key copies it.
      field.focus();
      field.select();
      button.textContent = texts.pressKeys;
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

// JSON has details in English. Other languages show the name of the check, and a detail only if the outcome isn't valid.
function said(check, outcome, message, provenBy, detail) {
  // A name would be a claim. The check covered the host.
  if (!texts.isEnglish && check === 'issuer' && outcome === 'valid' && provenBy?.by === 'hosted')
    return element('span', texts.hostedAt);
  if (texts.isEnglish || !texts.checks[check]) return element('span', message);
  const line = element('span', `${texts.checks[check]}: ${texts.outcomes[outcome]}`);
  if (outcome !== 'valid' && detail) line.append(element('bdi', detail, 'detail'));
  return line;
}

// The page about the checks has their details in this page's language.
async function readDetails() {
  const headers = { accept: 'text/html', 'accept-language': document.documentElement.lang };
  const page = await (await fetch(verify.href, { headers })).text();
  const list = new DOMParser().parseFromString(page, 'text/html').querySelector('.checks');
  return [...list.children].map((item) => item.querySelector('[dir]')?.textContent);
}

verify.addEventListener('click', async (click) => {
  click.preventDefault();
  if (checks.dataset.busy) return;
  checks.dataset.busy = 'yes';
  checks.replaceChildren(element('p', texts.checking, 'lead'));
  try {
    const answer = await fetch(verify.href, { headers: { accept: 'application/json' } });
    // Without the service, another page verifies.
    if (answer.ok && !answer.headers.get('content-type').includes('json'))
      return location.assign(verify.href);
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.code);
    const isDetailed = !texts.isEnglish && body.outcome !== 'valid';
    const details = isDetailed ? await readDetails().catch(() => []) : [];
    const list = element('ul', '', 'checks');
    for (const [at, { check, outcome, message }] of body.checks.entries()) {
      const item = element('li', '', outcome);
      const sign = element('span', '', 'sign');
      sign.setAttribute('role', 'img');
      sign.setAttribute('aria-label', texts.outcomes[outcome]);
      item.append(sign, said(check, outcome, message, body.found.issuer?.provenBy, details[at]));
      list.append(item);
    }
    const verdict = element('p', texts.verdicts[body.status], `verdict ${body.status}`);
    checks.replaceChildren(verdict, list);
  } catch {
    checks.replaceChildren(element('p', texts.failed, 'verdict invalid'));
  }
  delete checks.dataset.busy;
});
