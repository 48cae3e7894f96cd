import { execFileSync } from 'node:child_process';

const script = `import sys,io,zipfile,json
z=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({n:z.read(n).decode('utf8','replace') for n in z.namelist()}))`;

/** Texts of the files in a ZIP file by name, as another program reads them. */
export async function readZip(answer: Response): Promise<Record<string, string>> {
  const input = Buffer.from(await answer.arrayBuffer());
  const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return JSON.parse(execFileSync('python3', ['-c', script], options));
}
