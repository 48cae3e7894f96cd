/** What had the focus, and where it stood, to find what is next to it once it is gone. */
type Place = {
  element: HTMLElement;
  dialog: Element | null;
  within: { parent: Element; at: number }[];
};

/** Dialogs give the focus back a moment after they have gone, screens take it when they have come. */
const settledMs = 200;
const canBeReached =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary';

/**
 * The focus never falls to nowhere: what could not be pressed while its work went on gets it back, and what is gone, or can
 * no longer be pressed, leaves it to what stands next to it.
 */
export function keepFocus(): void {
  let last: Place | undefined;
  /** Of what is not in a dialog. */
  let below: Place | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = (): void => {
    if (!last || !isNowhere()) return;
    const isOpen = last.dialog === null || last.dialog.isConnected;
    const place = isOpen ? last : (below ?? last);
    const found = isThere(place.element) ? place.element : nextTo(place);
    found?.focus({ preventScroll: true });
  };
  const look = (): void => {
    if (!last || !isNowhere() || last.element.matches('[data-loading]')) return;
    clearTimeout(timer);
    if (isThere(last.element)) settle();
    else timer = setTimeout(settle, settledMs);
  };

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = placeOf(target);
    if (!last.dialog) below = last;
  });
  addEventListener('pointerdown', ({ target }) => {
    // Whoever points beside it wants the focus elsewhere, or nowhere.
    if (!(target instanceof Node) || !last?.element.contains(target)) last = undefined;
  });
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isThere(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

function placeOf(element: HTMLElement): Place {
  const within: Place['within'] = [];
  for (let now: Element = element; now.parentElement; now = now.parentElement)
    within.push({ parent: now.parentElement, at: [...now.parentElement.children].indexOf(now) });
  return { element, dialog: element.closest('[role="dialog"]'), within };
}

/** What stands there now, else what stands before it; where the whole screen is another one, its heading. */
function nextTo({ within }: Place): HTMLElement | undefined {
  for (const { parent, at } of within.filter((each) => each.parent.isConnected)) {
    // A row that is scrolled out of sight is gone; what stands there now is somebody else's.
    const scrolled = parent.closest<HTMLElement>('[data-scrolled]');
    if (scrolled) return scrolled;
    if (parent.matches('main')) return parent.querySelector<HTMLElement>('h1') ?? undefined;
    const children = [...parent.children];
    for (const child of [...children.slice(at), ...children.slice(0, at).reverse()]) {
      const found = firstIn(child);
      if (found) return found;
    }
  }
  return undefined;
}

function firstIn(element: Element): HTMLElement | undefined {
  return [element, ...element.querySelectorAll(canBeReached)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(canBeReached) && one.checkVisibility(),
  );
}
