// Without this script, people select and copy the text of the field themselves.
for (const button of document.querySelectorAll('button[data-copy], button[data-text]')) {
  if (!navigator.clipboard) break;
  const field = button.dataset.copy ? document.querySelector(button.dataset.copy) : null;
  const label = button.textContent;
  button.hidden = false;
  button.parentElement.hidden = false;
  button.addEventListener('click', async () => {
    field?.select();
    await navigator.clipboard.writeText(field ? field.value : button.dataset.text);
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = label;
    }, 3_000);
  });
}
