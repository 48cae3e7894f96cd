// Passkeys need a script. Without it, or in a browser that can't use passkeys, the forms stay hidden.
const { PublicKeyCredential } = window;
let autofill = new AbortController();

async function post(path, body) {
  const response = await fetch(`/api/auth/passkey/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error(reply.error), { refusal: reply.code ?? 'other' });
  return reply;
}

async function signIn({ dataset }, mediation, signal) {
  const { options } = await post('generate-authenticate-options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal });
  await post('verify-authentication', { response: credential.toJSON() });
  location.assign(dataset.next);
}

async function add({ dataset, elements }) {
  const { options } = await post('generate-register-options', {
    password: elements.password?.value,
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  const name = elements.name.value.trim() || undefined;
  await post('verify-registration', { name, response: credential.toJSON() });
  location.assign(dataset.next);
}

function showProblem(form, { name, refusal = name }) {
  const texts = JSON.parse(form.dataset.texts);
  const line = form.querySelector('[role="alert"]');
  line.textContent = texts[refusal] ?? texts.other;
  line.hidden = false;
}

function prepare(form, act) {
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    autofill.abort();
    const button = form.querySelector('button');
    button.disabled = true;
    form.querySelector('[role="alert"]').hidden = true;
    try {
      await act(form);
    } catch (error) {
      showProblem(form, error);
    }
    button.disabled = false;
  });
}

/** Offers passkeys where the browser fills in the address. */
async function offer(form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  autofill = new AbortController();
  try {
    await signIn(form, 'conditional', autofill.signal);
  } catch (error) {
    // Ended by the button, or by the browser.
    if (error.refusal) showProblem(form, error);
  }
}

const canSignIn = PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;
for (const form of document.querySelectorAll(canSignIn ? '[data-passkey]' : 'none')) {
  const isSignIn = form.dataset.passkey === 'sign-in';
  prepare(form, isSignIn ? signIn : add);
  if (isSignIn) void offer(form);
}
