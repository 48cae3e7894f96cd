export async function saveResponse(answer: Response, name: string): Promise<void> {
  saveAs(await answer.blob(), name);
}

export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
