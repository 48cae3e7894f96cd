// Without cookies in frames, a value is stored by the platform (LTI Client Side postMessages, LTI PostMessage Storage).
/** The platform stores the value even if its confirmation is late. */
const confirmationMs = 3_000;
/** Without the value, the launch fails. */
const answerMs = 30_000;

function ask(target, origin, message, patienceMs) {
  return new Promise((resolve) => {
    const id = crypto.randomUUID();
    const timer = setTimeout(() => resolve(undefined), patienceMs);
    addEventListener('message', ({ origin: sender, data }) => {
      if (sender !== origin || data?.message_id !== id) return;
      clearTimeout(timer);
      resolve(data);
    });
    let frame = window.parent;
    try {
      if (target !== '_parent') frame = window.parent.frames[target] ?? frame;
    } catch {
      // A frame of another site without that name.
    }
    frame.postMessage({ ...message, message_id: id }, origin);
  });
}

async function run(element) {
  const { put, get, value, target, origin, submit, close } = element.dataset;
  if (put) {
    await ask(target, origin, { subject: 'lti.put_data', key: put, value }, confirmationMs);
    location.replace(element.href);
  } else if (get) {
    const found = await ask(target, origin, { subject: 'lti.get_data', key: get }, answerMs);
    element.elements.browser.value = typeof found?.value === 'string' ? found.value : '';
    element.submit();
  } else if (submit) element.submit();
  else if (close)
    (window.opener ?? window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, close);
}

const element = document.querySelector('[data-put],[data-get],[data-submit],[data-close]');
if (element) void run(element);
