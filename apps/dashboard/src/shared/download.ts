/** Saves an answer of the service as a file. */
export async function download(answer: Response, name: string): Promise<void> {
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
