// The service worker of ReplayWeb.page. Each answer that it makes, also an
// archived page, gets a policy beside its own: what runs in the page reaches this
// server alone, and neither opens nor leads another window.
'use strict';

// By these a browser would ask or lead elsewhere, whatever a policy says.
const LEFT_OUT = [
  'Clear-Site-Data', 'Cross-Origin-Embedder-Policy-Report-Only',
  'Cross-Origin-Opener-Policy-Report-Only', 'Document-Policy-Report-Only', 'Link', 'NEL',
  'Permissions-Policy-Report-Only', 'Refresh', 'Report-To', 'Reporting-Endpoints',
  'Speculation-Rules'];
const POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; " +
    "form-action 'self'; object-src 'none'; " +
    "sandbox allow-scripts allow-same-origin allow-forms";

async function restricted(answer) {
  const response = await answer;
  if (!response || response.status < 200) return response;
  const headers = new Headers(response.headers);
  headers.append('Content-Security-Policy', POLICY);
  headers.set('X-DNS-Prefetch-Control', 'off');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  for (const name of LEFT_OUT) headers.delete(name);
  const isEmpty = [204, 205, 304].includes(response.status);
  return new Response(isEmpty ? null : response.body, {
    status: response.status, statusText: response.statusText, headers});
}

// The same script reads packages in a worker of another kind, without this.
if (self.FetchEvent) {
  const respondWith = FetchEvent.prototype.respondWith;
  FetchEvent.prototype.respondWith = function(answer) {
    respondWith.call(this, restricted(answer));
  };
}

importScripts('../sw.js');
