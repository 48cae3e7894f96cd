/** True if a dialog covers the designer, which may be in one itself. */
export function isCovered(root: HTMLElement | null): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  const top = dialogs[dialogs.length - 1];
  return top !== undefined && !top.contains(root);
}
