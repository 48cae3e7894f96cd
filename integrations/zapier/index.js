import zapier, { defineApp } from 'zapier-platform-core';
import { createApp } from './app.js';
import packageJson from './package.json' with { type: 'json' };

export default defineApp(
  createApp({ version: packageJson.version, platformVersion: zapier.version }),
);
