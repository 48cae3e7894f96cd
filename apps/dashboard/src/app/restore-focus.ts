/** The focused element and its position, to find a neighbor once it is removed. */
type FocusPlace = {
  element: HTMLElement;
  dialog: Element | null;
  within: { parent: Element; at: number }[];
};

/** Dialogs return the focus shortly after closing, and screens take it after opening. */
const settledMs = 200;
const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary';

/**
 * Keeps the keyboard focus when elements are disabled or removed: returns it to a button after its
 * work, or moves it to a neighbor.
 */
export function restoreFocus(): void {
  let last: FocusPlace | undefined;
  /** The last place outside dialogs, for when one closes. */
  let below: FocusPlace | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = (): void => {
    if (!last || !isFocusLost()) return;
    const isOpen = last.dialog === null || last.dialog.isConnected;
    const place = isOpen ? last : (below ?? last);
    const found = isFocusable(place.element) ? place.element : findNeighbor(place);
    found?.focus({ preventScroll: true });
  };
  const check = (): void => {
    if (!last || !isFocusLost() || last.element.matches('[data-loading]')) return;
    clearTimeout(timer);
    if (isFocusable(last.element)) settle();
    else timer = setTimeout(settle, settledMs);
  };

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = findPlace(target);
    if (!last.dialog) below = last;
  });
  addEventListener('pointerdown', ({ target }) => {
    // A click elsewhere moves the focus on purpose.
    if (!(target instanceof Node) || !last?.element.contains(target)) last = undefined;
  });
  new MutationObserver(check).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

function findPlace(element: HTMLElement): FocusPlace {
  const within: FocusPlace['within'] = [];
  for (let now: Element = element; now.parentElement; now = now.parentElement)
    within.push({ parent: now.parentElement, at: [...now.parentElement.children].indexOf(now) });
  return { element, dialog: element.closest('[role="dialog"]'), within };
}

/** Finds the element now at that position, or the one before. On another screen, its heading. */
function findNeighbor({ within }: FocusPlace): HTMLElement | undefined {
  for (const { parent, at } of within.filter((each) => each.parent.isConnected)) {
    // Virtual lists remove rows that scroll out of view, so the neighbor would be a random row.
    const scrolled = parent.closest<HTMLElement>('[data-scrolled]');
    if (scrolled) return scrolled;
    if (parent.matches('main')) return parent.querySelector<HTMLElement>('h1') ?? undefined;
    const children = [...parent.children];
    for (const child of [...children.slice(at), ...children.slice(0, at).reverse()]) {
      const found = findFirstFocusable(child);
      if (found) return found;
    }
  }
  return undefined;
}

function findFirstFocusable(element: Element): HTMLElement | undefined {
  return [element, ...element.querySelectorAll(focusableSelector)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(focusableSelector) && one.checkVisibility(),
  );
}
