/** Whether a dialog lies above the designer, which may stand in one itself: of several the last is on top. */
export function isCovered(root: HTMLElement | null): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  const top = dialogs[dialogs.length - 1];
  return top !== undefined && !top.contains(root);
}
