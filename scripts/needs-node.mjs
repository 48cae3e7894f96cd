// Plain JavaScript, so that old versions can run it.
const [major, minor] = process.versions.node.split('.').map(Number);
// Worker.cpuUsage requires 24.6.
if (major < 24 || (major === 24 && minor < 6)) {
  console.error(
    `Insignia needs Node 24.6 or later; this is ${process.version}. It comes with the installation: npx -y -p node@24 -p npm@11 npm ci`,
  );
  process.exit(1);
}
