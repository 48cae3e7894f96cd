// Without this script, people select and copy the text of the field themselves.
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) break;
  const field = document.querySelector(button.dataset.copy);
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = label;
    }, 3_000);
  });
}
