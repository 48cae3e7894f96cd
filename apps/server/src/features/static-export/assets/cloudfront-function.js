// For CloudFront in front of a bucket with a static export of Insignia. Associate this function with viewer
// requests and viewer responses, use `index.html` as default root object, and the bucket's prefix as origin path.
// The runtime of CloudFront fails on destructuring, optional chaining and spread.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  if (event.context.eventType === 'viewer-response')
    return completeResponse(request, event.response);
  // The bucket decodes escapes.
  if (/^\/(?:\.|%2e)/i.test(request.uri))
    return { statusCode: 404, statusDescription: 'Not Found' };
  // A browser gets the page of a document, other programs the document.
  const accept = request.headers.accept ? request.headers.accept.value : '';
  const parts = request.uri.split('/');
  const kind = parts[2];
  const id = parts[3];
  const isPage = /^text\/html(?:,application\/xhtml\+xml|$)/i.test(accept);
  // Anything else could lead to another host.
  const isDocument = ['award', 'badge', 'issuer'].includes(kind) && /^[0-9a-f-]+$/.test(id);
  if (parts[1] !== 'certify-badge' || !isDocument || !isPage) return request;
  const page = ['', kind === 'award' ? 'credentials' : kind, id].join('/');
  return {
    statusCode: 303,
    statusDescription: 'See Other',
    headers: { location: { value: page } },
  };
}

function completeResponse(request, response) {
  const uri = request.uri;
  const query = request.querystring || {};
  const headers = response.headers;
  // Erased credentials.
  const status = headers['x-amz-meta-status'];
  if (status) {
    response.statusCode = Number(status.value);
    response.statusDescription = 'Gone';
  }
  headers['access-control-allow-origin'] = { value: '*' };
  chooseDocumentType(request, headers);
  headers['x-content-type-options'] = { value: 'nosniff' };
  // Search engines may list only the page, which says so itself.
  if (/^\/(?:credentials\/[^/]+\/|awards\/|status\/)/.test(uri))
    headers['x-robots-tag'] = { value: 'noindex' };
  if (query.download) headers['content-disposition'] = { value: 'attachment' };
  if (!uri.endsWith('/embed'))
    headers['content-security-policy'] = { value: "frame-ancestors 'none'" };
  return response;
}

// Linked data for programs that ask for it.
function chooseDocumentType(request, headers) {
  if (request.uri.split('/')[1] !== 'certify-badge') return;
  headers.vary = { value: 'Accept' };
  const accept = request.headers.accept ? request.headers.accept.value : '';
  const type = headers['content-type'];
  if (type && type.value === 'application/json' && /application\/ld\+json/i.test(accept))
    type.value = 'application/ld+json';
}
