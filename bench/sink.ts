// An HTTPS server that accepts every POST. Certificate and key come from a file.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [file = '', port = ''] = process.argv.slice(2);
const { cert, key } = JSON.parse(readFileSync(file, 'utf8'));
createServer({ cert, key }, (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200).end('ok'));
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
