// Apps that no plugin made: one says what was not asked, and one says nothing.
const says = (message) => `parent.postMessage({ jsonrpc: '2.0', ${message} }, '*');`;
const initialize = `id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26',
  appInfo: { name: 'false', version: '1' }, appCapabilities: { elicitation: {} } }`;

export const falseApps = {
  lie: `<script>addEventListener('message', ({ data }) => {
    if (data.id === 1 && data.result) ${says("method: 'ui/notifications/initialized', params: {}")}
    if (data.method === 'elicitation/create')
      ${says("id: data.id, result: { action: 'accept', content: { word: 7 } }")}
  });
  ${says(initialize)}</script>`,
  mute: '<p>Wait.</p>',
};
