// For CloudFront in front of a bucket with a static export of Insignia. Associate this function with viewer
// requests and viewer responses, use `index.html` as default root object, and the bucket's prefix as origin path.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const { request, response } = event;
  if (event.context.eventType === 'viewer-response') {
    // Erased credentials.
    const status = response.headers['x-amz-meta-status'];
    if (status) {
      response.statusCode = Number(status.value);
      response.statusDescription = 'Gone';
    }
    response.headers['access-control-allow-origin'] = { value: '*' };
    response.headers['x-content-type-options'] = { value: 'nosniff' };
    if (!request.uri.endsWith('/embed'))
      response.headers['content-security-policy'] = { value: "frame-ancestors 'none'" };
    return response;
  }
  if (request.uri.startsWith('/.insignia/'))
    return { statusCode: 404, statusDescription: 'Not Found' };
  // A browser gets the page of a document, other programs the document.
  const accept = request.headers.accept ? request.headers.accept.value : '';
  const [, kind, id] =
    /^\/certify-badge\/(award|badge|issuer)\/([0-9a-f-]+)$/.exec(request.uri) || [];
  const isPage = /^text\/html(?:,application\/xhtml\+xml|$)/i.test(accept);
  if (!id || !isPage) return request;
  const page = ['', kind === 'award' ? 'credentials' : kind, id].join('/');
  return {
    statusCode: 303,
    statusDescription: 'See Other',
    headers: { location: { value: page } },
  };
}
